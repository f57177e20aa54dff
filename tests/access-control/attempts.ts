import { act, request } from "../support/http";
import { testContext } from "../support/test-context";
import type { Caller } from "./callers";
import { ACTIONS, PAGES, UNKNOWN_ID, VIEWS } from "./entry-points";

/** One entry point tried by one caller: the outcome, as a word or a status. */
export type Attempt = { entryPoint: string; who: string; outcome: string | number };

const TOGETHER = 8;

/** Does all of it, eight at a time, and keeps the order. */
export async function each<T, R>(list: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < list.length; at = next++) results[at] = await work(list[at] as T);
  };
  await Promise.all(Array.from({ length: TOGETHER }, worker));
  return results;
}

/** Every pair of these two. */
export const pairs = <A, B>(ones: readonly A[], others: readonly B[]): [A, B][] =>
  ones.flatMap((one) => others.map((other): [A, B] => [one, other]));

const inEnvironment = (route: string, environment: string, values: Record<string, string> = {}) =>
  route
    .replace("[environment]", environment)
    .replaceAll(/\[(\w+)\]/g, (_all, name: string) => encodeURIComponent(values[name] ?? UNKNOWN_ID));

/** What an action answered: "ok", the kind of the problem, or how the framework turned it away. */
export function outcomeOf(text: string): string {
  const problem = /"ok":false,"error":\{"kind":"([^"]+)"/.exec(text)?.[1];
  return problem ?? (text.includes('"ok":true') ? "ok" : `no result: ${text.slice(0, 80)}`);
}

type How = { environment?: string; origin?: string | null; input?: object };

export async function tryAction(
  name: string,
  { name: who, cookie }: Caller,
  how: How & { at: string },
): Promise<Attempt> {
  const { environment = "sandbox", origin = how.at, input = ACTIONS[name]?.[1]() ?? {} } = how;
  const text = await act(name, [environment, input], { cookie, ...(origin !== null && { origin }) });
  return { entryPoint: name, who, outcome: outcomeOf(text) };
}

type Addressed = { with?: Record<string, string>; seeded?: Record<string, string> } | undefined;

/** What stands in an address: unknown IDs, or those that were planted. */
function valuesOf(entry: Addressed, planted: Record<string, string>): Record<string, string> {
  const own = Object.entries(entry?.seeded ?? {}).map(([name, kind]) => [name, planted[kind] ?? UNKNOWN_ID]);
  return { ...entry?.with, ...planted, ...Object.fromEntries(own) };
}

export async function tryView(
  route: string,
  { name: who, cookie }: Caller,
  environment = "sandbox",
  values: Record<string, string> = {},
  origin: string | null = testContext().url,
): Promise<Attempt & { cacheControl: string }> {
  const view = VIEWS[route];
  const path = inEnvironment(route, environment, valuesOf(view, values)) + (view?.query ?? "");
  const body = view?.body?.();
  const sent =
    body === undefined ? {} : { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) };
  // What keeps something looks where it comes from; what only asks does not care.
  const from = body === undefined || origin === null ? {} : { origin };
  const answer = await request(path, { ...sent, headers: { cookie, ...from } });
  await answer.body?.cancel();
  return { entryPoint: route, who, outcome: answer.status, cacheControl: answer.headers.get("cache-control") ?? "" };
}

export async function openPage(
  route: string,
  { cookie }: Caller,
  environment = "sandbox",
  values: Record<string, string> = {},
) {
  const path = inEnvironment(route, environment, valuesOf(PAGES[route], values));
  const answer = await request(path, { headers: { cookie } });
  // What is sent along for scripts holds every word of a section, also those that are not shown.
  const sent = await answer.text();
  const shown = sent.replaceAll(/<script\b[\s\S]*?<\/script>/g, "");
  // How Next says so when it has begun to answer; the browser then shows that there is no such page.
  const isNowhere = answer.status === 404 || sent.includes("NEXT_HTTP_ERROR_FALLBACK;404");
  return { status: answer.status, to: answer.headers.get("location"), sent, shown, isNowhere };
}
