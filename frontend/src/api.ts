/** What is asked over HTTP.  A refusal is thrown with the server's sentence in each language. */
import type { GameView, Me, NewTable, Opened, Replay, Section } from "./protocol";

export class ApiError extends Error {
  /** `status` is 0 when no answer came. */
  constructor(
    readonly status: number,
    readonly code: string,
    readonly text: Record<string, string> | undefined,
  ) {
    super(text?.en ?? `the server answered ${status}`);
  }
}

async function ask<Answer>(path: string, body?: unknown): Promise<Answer> {
  let answer: Response;
  try {
    answer = await fetch(path, body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  } catch {
    throw new ApiError(0, "no_answer", undefined);
  }
  if (answer.ok) return answer.json();
  const said = answer.headers.get("content-type")?.includes("json") ? await answer.json() : {};
  throw new ApiError(answer.status, said.code ?? "", said.text);
}

const kept = new Map<string, Promise<unknown>>();

/** What does not change while the page lives is asked once; a failure is not kept. */
function once<Answer>(path: string): Promise<Answer> {
  let answer = kept.get(path) as Promise<Answer> | undefined;
  if (!answer) {
    answer = ask<Answer>(path);
    kept.set(path, answer);
    answer.catch(() => kept.delete(path));
  }
  return answer;
}

export const games = () => once<GameView[]>("/api/games");
export const rulebook = (game: string, language: string) => once<Section[]>(`/api/games/${game}/rules/${language}`);
export const replay = (id: string) => once<Replay>(`/api/records/${encodeURIComponent(id)}`);
export const me = () => ask<Me>("/api/me");
export const openTable = (table: NewTable) => ask<Opened>("/api/tables", table);
