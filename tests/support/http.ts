import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ROOT } from "@/scripts/lib/root.mjs";
import { testContext, userWith } from "./test-context";

/** The entry points of the running console over plain HTTP: what a browser would never send can be sent here. */

type Init = { method?: string; headers?: Record<string, string>; body?: string };

/** Never follows a redirect. */
export const request = (path: string, init: Init = {}) =>
  fetch(testContext().url + path, { redirect: "manual", ...init });

/** The cookie of a signed-in user with this role. */
export const cookieOf = (role: string): Promise<string> => signInAt(testContext().url, userWith(role));

/** The cookie of a user who has entered their password at this console. */
export const signInAt = (url: string, { email, password }: { email: string; password: string }) =>
  showAt(url, "credentials", { email, password });

/** Shows something to one of the ways in of this console; resolves to the cookie that it gives. */
export async function showAt(url: string, way: string, shown: Record<string, string>, cookie = ""): Promise<string> {
  const held = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await held.json());
  const answer = await fetch(`${url}/api/auth/callback/${way}`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: `${cookiesIn(held)}; ${cookie}`, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...shown, csrfToken, json: "true" }).toString(),
  });
  return cookiesIn(answer);
}

const cookiesIn = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

const built = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, ".next", file), "utf8"));

const references = z.object({
  node: z.record(z.string(), z.object({ exportedName: z.string(), workers: z.record(z.string(), z.unknown()) })),
});

/** Every server action of the build, with the page that it can be sent to. */
export function actionsOfBuild(): ActionOfBuild[] {
  knownActions ??= readActions();
  return knownActions;
}

type ActionOfBuild = { id: string; name: string; page: string };
let knownActions: ActionOfBuild[] | undefined;

function readActions(): ActionOfBuild[] {
  const { node } = references.parse(built("server/server-reference-manifest.json"));
  return Object.entries(node).map(([id, { exportedName: name, workers }]) => {
    const page = Object.keys(workers)[0]?.replace(/^app|\/page$/g, "") ?? "";
    return { id, name, page: page.replace("[environment]", "sandbox").replace(/\[\w+\]/, "WD-none") };
  });
}

/** Every address of the build, as Next spells them. */
export const routesOfBuild = (): string[] =>
  Object.values(z.record(z.string(), z.string()).parse(built("app-path-routes-manifest.json")));

/** The deadline that a browser gives to what moves money. Other actions take no notice of it. */
export const inTime = () => new Date(Date.now() + 10_000).toISOString();

/** Sends an action the way the browser does; the answer is React's own format, in which the result stands as JSON. */
export async function act(name: string, args: unknown[], headers: Record<string, string>): Promise<string> {
  const action = actionsOfBuild().find((one) => one.name === name);
  if (!action) throw new Error(`no action ${name}`);
  const answer = await request(action.page, {
    method: "POST",
    headers: {
      "next-action": action.id,
      "content-type": "text/plain;charset=UTF-8",
      accept: "text/x-component",
      ...headers,
    },
    body: JSON.stringify(args.length === 2 ? [...args, inTime()] : args),
  });
  return answer.text();
}
