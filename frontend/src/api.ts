/** What is asked over HTTP.  A refusal is thrown with the server's sentence in each language. */
import { pathTo } from "./addresses";
import type { AccountView, Company, ExerciseView, GameStatistics, GameView, Me, MyGames, NewLesson, NewPosition, NewPush, NewReport, NewTable, Notice, OldPush, Opened, PushKey, Replay, ReviewView, Section } from "./protocol";
import { asSent } from "./words";
import { layWords } from "./words/laid.svelte";

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

async function answerTo(path: string, body?: unknown, method = "POST"): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(pathTo(path), body === undefined ? {} : { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  } catch {
    throw new ApiError(0, "no_answer", undefined);
  }
  if (answer.ok) return answer;
  const said = answer.headers.get("content-type")?.includes("json") ? await answer.json() : {};
  throw new ApiError(answer.status, said.code ?? "", said.text);
}

async function ask<Answer>(path: string, body?: unknown, method = "POST"): Promise<Answer> {
  return (await answerTo(path, body, method)).json();
}

/** the server has seen this browser bring its cookie back; `navigator.cookieEnabled` says so too where cookies are blocked */
let known = false;

export async function me(): Promise<Me> {
  const answer = await answerTo("/api/me");
  known = !answer.headers.has("qipai-guest");
  return answer.json();
}

/** Throws unless the server knows this browser again.  A first look brings a cookie, a second shows whether it was kept. */
export async function beKnown(): Promise<void> {
  for (let looks = 0; looks < 2 && !known; looks++) await me();
  if (!known) throw new ApiError(0, "no_cookies", asSent("no_cookies"));
}

/** Asks for what will be a guest's, whom the server has to know again. */
async function askAsGuest<Answer>(path: string, body: unknown): Promise<Answer> {
  await beKnown();
  return ask(path, body);
}

/** Whether the server answers over HTTP. */
export async function answers(): Promise<boolean> {
  return answerTo("/api/health").then(() => true, () => false);
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

/** The games, for what can be said without their words. */
export const gamesAlone = () => once<GameView[]>("/api/games");
/** The games; their words are laid out. */
export async function games(): Promise<GameView[]> {
  const [found, words] = await Promise.all([gamesAlone(), once<Record<string, object>>("/api/words")]);
  layWords(words);
  return found;
}
export const rulebook = (game: string, language: string) => once<Section[]>(`/api/games/${encodeURIComponent(game)}/rules/${language}`);
export const replay = (id: string) => once<Replay>(`/api/records/${encodeURIComponent(id)}`);
const reviewOf = (id: string, seat: number) => `/api/records/${encodeURIComponent(id)}/review?seat=${seat}`;
export const review = (id: string, seat: number) => ask<ReviewView>(reviewOf(id, seat));
export const wantReview = (id: string, seat: number) => ask<ReviewView>(reviewOf(id, seat), {});
export const exercise = (game: string, seed: number, kind: string) =>
  ask<ExerciseView>(`/api/games/${encodeURIComponent(game)}/exercises?${new URLSearchParams({ seed: String(seed), kind })}`);
export const notice = () => ask<Notice>("/api/notice");
export const pushKey = () => ask<PushKey>("/api/push");
export const addPush = (push: NewPush) => ask<unknown>("/api/push", push);
export const endPush = (push: OldPush) => ask<unknown>("/api/push", push, "DELETE");
export const account = () => ask<AccountView>("/api/account");
/** Does something to one's account: `""` makes one. */
export const changeAccount = (what: "" | `/${"sign_in" | "sign_out" | "recover" | "end_session" | "name" | "password" | "codes" | "delete"}`, body: object) =>
  askAsGuest<AccountView>(`/api/account${what}`, body);
export const myGames = (before = "") => ask<MyGames>(`/api/me/games${before && `?${new URLSearchParams({ before })}`}`);
export const myStatistics = () => ask<GameStatistics[]>("/api/me/statistics");
export const openLesson = (lesson: NewLesson) => askAsGuest<Opened>("/api/lessons", lesson);
export const findCompany = (company: Company) => askAsGuest<Opened>("/api/company", company);
export const reportPerson = (report: NewReport) => ask<{ reported: boolean }>("/api/reports", report);
export const openPosition = (id: string, position: NewPosition) => askAsGuest<Opened>(`/api/records/${encodeURIComponent(id)}/positions`, position);
export const openTable = (table: NewTable) => askAsGuest<Opened>("/api/tables", table);
