/** What is asked over HTTP.  A refusal is thrown with the server's sentence in each language. */
import type { AccountView, Company, ExerciseView, GameStatistics, GameView, Me, MyGames, NewLesson, NewPosition, NewPush, NewReport, NewTable, OldPush, Opened, PushKey, Replay, ReviewView, Section } from "./protocol";

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

async function ask<Answer>(path: string, body?: unknown, method = "POST"): Promise<Answer> {
  let answer: Response;
  try {
    answer = await fetch(path, body === undefined ? {} : { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
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
export const rulebook = (game: string, language: string) => once<Section[]>(`/api/games/${encodeURIComponent(game)}/rules/${language}`);
export const replay = (id: string) => once<Replay>(`/api/records/${encodeURIComponent(id)}`);
const reviewOf = (id: string, seat: number) => `/api/records/${encodeURIComponent(id)}/review?seat=${seat}`;
export const review = (id: string, seat: number) => ask<ReviewView>(reviewOf(id, seat));
export const wantReview = (id: string, seat: number) => ask<ReviewView>(reviewOf(id, seat), {});
export const exercise = (game: string, seed: number, kind: string) =>
  ask<ExerciseView>(`/api/games/${encodeURIComponent(game)}/exercises?${new URLSearchParams({ seed: String(seed), kind })}`);
export const pushKey = () => ask<PushKey>("/api/push");
export const addPush = (push: NewPush) => ask<unknown>("/api/push", push);
export const endPush = (push: OldPush) => ask<unknown>("/api/push", push, "DELETE");
export const me = () => ask<Me>("/api/me");
export const account = () => ask<AccountView>("/api/account");
/** Does something to one's account: `""` makes one. */
export const changeAccount = (what: "" | `/${"sign_in" | "sign_out" | "recover" | "end_session" | "name" | "password" | "codes" | "delete"}`, body: object) =>
  ask<AccountView>(`/api/account${what}`, body);
export const myGames = (before = "") => ask<MyGames>(`/api/me/games${before && `?${new URLSearchParams({ before })}`}`);
export const myStatistics = () => ask<GameStatistics[]>("/api/me/statistics");
export const openLesson = (lesson: NewLesson) => ask<Opened>("/api/lessons", lesson);
export const findCompany = (company: Company) => ask<Opened>("/api/company", company);
export const reportPerson = (report: NewReport) => ask<{ reported: boolean }>("/api/reports", report);
export const openPosition = (id: string, position: NewPosition) => ask<Opened>(`/api/records/${encodeURIComponent(id)}/positions`, position);
export const openTable = (table: NewTable) => ask<Opened>("/api/tables", table);
