import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeAt } from "@/lib/auth/totp";
import { startConsole } from "@/scripts/lib/next.mjs";
import { freePort, HOST } from "@/scripts/lib/ports.mjs";
import { ROOT } from "@/scripts/lib/root.mjs";
import { secretsIn } from "@/scripts/lib/secrets.mjs";
import { connectionTo } from "@/scripts/lib/services.mjs";
import { bareSettings } from "@/scripts/lib/settings.mjs";
import { testContext } from "../support/test-context";
import { each } from "./attempts";
import { type Database, type Member, openDatabase, PASSWORD } from "./callers";
import { browserAt, type Jar } from "./sign-in";

/**
 * Guessing over HTTP, at two instances that share a database; one stands behind a proxy, so that every guess may come
 * from an address of its own. `DOORS_TRIES=10000` tries longer.
 */
const TRIES = Number(process.env.DOORS_TRIES ?? 300);

const METRICS_TOKEN = randomBytes(24).toString("hex");

let database: Database;
/** What the second instance has logged. */
const said: string[] = [];
let second: { url: string; stop: () => Promise<void> };
beforeAll(async () => {
  database = await openDatabase();
  second = await openSecond();
}, 60_000);
afterAll(async () => {
  await second.stop();
  // The tests after these come from the same address.
  await database.query("delete from throttles");
  await database.close();
});

async function openSecond() {
  const port = await freePort();
  const url = `http://${HOST}:${port}`;
  const env = {
    ...bareSettings(),
    ...secretsIn(join(ROOT, ".data")),
    ...connectionTo(testContext().sandbox),
    DATABASE_URL: testContext().databaseUrl,
    APP_URL: url,
    JOBS: "off",
    TRUSTED_PROXIES: HOST,
    METRICS_TOKEN,
  };
  const { stop } = await startConsole({ env, port, onLine: (line) => said.push(line) });
  return { url, stop };
}

const typed = ({ email }: Member, password = PASSWORD) => ({ email, password });
const fromElsewhere = (index: number) => ({ "x-forwarded-for": `198.18.${(index >> 8) % 256}.${index % 256}` });

/** So many guesses, every other one at the other instance, each from another address where that can be. */
async function guess(
  jar: Jar,
  one: (browser: ReturnType<typeof browserAt>, by: Guesser, index: number) => Promise<Came>,
) {
  const [first, other] = [browserAt(), browserAt(second.url)];
  const [atFirst, atOther] = [await first.token(jar), await other.token(jar)];
  const came = await each(
    Array.from({ length: TRIES }, (_, index) => index),
    (index) => (index % 2 ? one(first, atFirst, index) : one(other, atOther, index)),
  );
  return came.filter(({ isIn }) => isIn).length;
}
type Guesser = Awaited<ReturnType<ReturnType<typeof browserAt>["token"]>>;
type Came = { isIn: boolean };

const judged = async (action: string, { userId }: Member) => {
  const [row] = await database.query<{ lines: number }>(
    "select count(*)::int as lines from audit_events where action = $1 and subject = $2",
    [action, userId],
  );
  return row?.lines ?? -1;
};

test("a refused attempt leaves a line in the log, without the user's name", async () => {
  const { cookie, userId, email } = await database.member("support");
  const answer = await fetch(`${second.url}/api/sandbox/withdrawals/awaiting-approval`, { headers: { cookie } });
  expect(answer.status).toBe(403);
  await expect.poll(() => said.find((line) => line.includes(userId))).toContain("may not withdrawals:approve");
  expect(said.join("\n")).not.toMatch(new RegExp(`${email}|Matrix support`));
});

test("metrics need the token, hold no personal data, and do not exist without a token set", async () => {
  const ask = async (url: string, authorization?: string) => {
    const answer = await fetch(`${url}/api/metrics`, { headers: authorization === undefined ? {} : { authorization } });
    return { status: answer.status, text: await answer.text(), keeping: answer.headers.get("cache-control") };
  };
  const right = `Bearer ${METRICS_TOKEN}`;
  expect((await ask(testContext().url, right)).status).toBe(404);
  for (const wrong of [
    undefined,
    "",
    METRICS_TOKEN,
    "Bearer ",
    `${right}x`,
    right.slice(0, -1),
    `Basic ${METRICS_TOKEN}`,
  ]) {
    expect([wrong, await ask(second.url, wrong)]).toMatchObject([wrong, { status: 401, text: "" }]);
  }
  const { status, text, keeping } = await ask(second.url, right);
  expect([status, keeping]).toEqual([200, "private, no-store"]);
  for (const name of ["choba_withdrawals_unknown", "choba_service_outage_seconds", "choba_database_answers 1"]) {
    expect(text).toContain(name);
  }
  expect(text).toContain("nodejs_eventloop_lag_seconds");
  const labels = new Set([...text.matchAll(/(\w+)="/g)].map(([, label]) => label));
  expect([...labels].filter((label) => /person|player|reference|email|address|id$/.test(label ?? ""))).toEqual([]);
  expect(text).not.toMatch(/@|WD-|p-planted|Matrix|127\.0\.0\.1/);
});

describe("guessing", { timeout: 900_000 }, () => {
  test("a password from many addresses at two instances is judged twenty times, also after a restart", async () => {
    const owner = await database.member("finance");
    const known = await browserAt().signIn(typed(owner));
    const guessed = await guess({}, (browser, by, index) =>
      browser.typePassword(by, typed(owner, `guess ${index}`), fromElsewhere(index)),
    );
    expect(guessed).toBe(0);
    expect(await judged("session.refused", owner)).toBeLessThanOrEqual(21);
    expect(await judged("session.refused", owner)).toBeGreaterThanOrEqual(15);

    await second.stop();
    second = await openSecond();
    const stranger = browserAt(second.url);
    expect((await stranger.signIn(typed(owner), {}, fromElsewhere(1))).isIn).toBe(false);
    // A known device is not shut out by it.
    const { "choba.device": device } = known.jar;
    const back = await stranger.signIn(typed(owner), { "choba.device": device! }, fromElsewhere(2));
    expect([back.isIn, await stranger.opens(back.jar)]).toEqual([true, true]);
  });

  test.each([
    ["a code", "code", (index: number) => String(index % 1_000_000).padStart(6, "0")],
    ["a recovery code", "recovery_code", () => randomBytes(10).toString("hex")],
  ])("%s, with the password known, is judged five times", async (_what, by, next) => {
    const owner = await database.member("approver");
    const app = await database.withApp(owner);
    const browser = browserAt(second.url);
    const right = () => ({ by: "code", code: codeAt(app, new Date()) });
    const entered = await browser.prove(right(), (await browser.signIn(typed(owner), {}, fromElsewhere(3))).jar);
    expect(entered.isIn).toBe(true);
    await database.query("update totps set last_step = last_step - 20 where user_id = $1", [owner.userId]);

    const half = await browser.signIn(typed(owner), {}, fromElsewhere(4));
    const guessed = await guess(half.jar, (at, token, index) =>
      at.show(token, { by, code: next(index) }, fromElsewhere(index)),
    );
    expect(guessed).toBe(0);
    expect(await judged("step_up.refused", owner)).toBeLessThanOrEqual(6);
    expect(await judged("step_up.refused", owner)).toBeGreaterThanOrEqual(4);
    // A new half of a session is no new chance, and the owner's own browser still is one.
    const again = await browser.signIn(typed(owner), {}, fromElsewhere(5));
    expect((await browser.prove(right(), again.jar, fromElsewhere(5))).isIn).toBe(false);
    const own = { "choba.device": entered.jar["choba.device"]! };
    const back = await browser.signIn(typed(owner), own, fromElsewhere(6));
    expect((await browser.prove(right(), back.jar, fromElsewhere(6))).isIn).toBe(true);
  });

  test("an unknown callback URL is refused, stores nothing, and delays no other caller", async () => {
    const before = await database.checksums();
    const tokens = Array.from({ length: TRIES }, () => randomBytes(24).toString("hex"));
    const statuses = await each(tokens, async (token) => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(`${testContext().url}/api/callbacks/sandbox/${token}`, {
        method: "POST",
        headers,
        body: "{}",
      });
      await answer.body?.cancel();
      return answer.status;
    });
    expect(new Set(statuses)).toEqual(new Set([404]));
    const { unknown_token_calls: _, ...after } = await database.checksums();
    expect(before).toMatchObject(after);
  });
});
