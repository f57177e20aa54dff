import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { throttles } from "@/drizzle/schema/factors";
import { knownDevice, openSession, stepUp } from "@/lib/auth/sessions";
import { changePassword } from "@/lib/security/commands";
import { openTestContext, type TestContext } from "../../support/context";
import { type App, codeOf, depsOf, from, prove, setUpApp, signedIn, wait, within } from "../../support/sign-in";
import { acceptInvitation, GOOD_PASSWORD, invite } from "../../support/team";

let context: TestContext;
let deps: ReturnType<typeof depsOf>;
let app: App;

beforeAll(async () => {
  context = await openTestContext();
  deps = depsOf(context);
  await context.as("approver");
  await context.as("ops");
  app = await setUpApp(context, await within(context, await signedIn(context, "approver")));
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.db.delete(throttles);
});

const TOGETHER = 10;
const OWNER = { email: "ops@test.example", password: "password of ops" };

/** Tries so many times, some concurrently; resolves to how often each answer was given. */
async function tries(count: number, one: (index: number) => Promise<{ ok: boolean; error?: { kind: string } }>) {
  const given: Record<string, number> = {};
  for (let done = 0; done < count; done += TOGETHER) {
    const answers = await Promise.all(Array.from({ length: TOGETHER }, (_, index) => one(done + index)));
    for (const { ok, error } of answers) {
      const answer = ok ? "let in" : (error?.kind ?? "");
      given[answer] = (given[answer] ?? 0) + 1;
    }
  }
  return given;
}

describe("guessing a password", () => {
  test("10,000 times from as many addresses is judged twenty times", { timeout: 120_000 }, async () => {
    const guess = (index: number) =>
      openSession(deps, { email: OWNER.email, password: `guess ${index}`, ...from({ address: `10.0.${index}` }) });
    expect(await tries(10_000, guess)).toEqual({ refused: 20, throttled: 9_980 });
  });

  test("from one address is judged five times for one account, and thirty for all", { timeout: 60_000 }, async () => {
    const guess = (email: string) => openSession(deps, { email, password: "guess", ...from({ address: "10.9.9.9" }) });
    expect(await tries(100, () => guess(OWNER.email))).toEqual({ refused: 5, throttled: 95 });
    expect(await tries(200, (index) => guess(`unknown-${index}@test.example`))).toEqual({
      refused: 25,
      throttled: 175,
    });
  });

  test("for an unknown user is answered alike", async () => {
    const guess = (email: string) => () => openSession(deps, { email, password: "guess", ...from({ address: email }) });
    const known = await tries(50, guess(OWNER.email));
    expect(await tries(50, guess("unknown@test.example"))).toEqual(known);
  });

  test("does not shut its owner out of a browser that they have used before", { timeout: 60_000 }, async () => {
    const before = await openSession(deps, { ...OWNER, ...from({ address: "192.0.2.1" }) });
    const device = before.ok ? before.value.device : null;
    expect(device).not.toBeNull();
    await tries(100, (index) =>
      openSession(deps, { email: OWNER.email, password: "guess", ...from({ address: `10.1.${index}` }) }),
    );
    const stranger = await openSession(deps, { ...OWNER, ...from({ address: "198.51.100.7" }) });
    expect(stranger).toEqual({ ok: false, error: { kind: "throttled" } });
    const owner = await openSession(deps, { ...OWNER, ...from({ address: "198.51.100.7", device }) });
    expect(owner).toMatchObject({ ok: true });
  });

  test("does not shut its owner out of a browser that others sign in with, too", { timeout: 60_000 }, async () => {
    const opens = async (email: string, password: string, device: string | null) => {
      const opened = await openSession(deps, { email, password, ...from({ device }) });
      return opened.ok ? opened.value.device : null;
    };
    const first = await opens(OWNER.email, OWNER.password, null);
    await context.as("support");
    const both = await opens("support@test.example", "password of support", first);
    await tries(100, (index) =>
      openSession(deps, { email: OWNER.email, password: "guess", ...from({ address: `10.2.${index}` }) }),
    );
    expect(await opens(OWNER.email, OWNER.password, null)).toBeNull();
    const again = await opens(OWNER.email, OWNER.password, both);
    expect(again?.split(".")).toHaveLength(2);
  });

  test("does not shut an invited user out, whose browser is known from their link on", {
    timeout: 60_000,
  }, async () => {
    const email = "mio@test.example";
    const used = await acceptInvitation(context, await invite(await context.as("admin"), email, "viewer"));
    const device = knownDevice(deps.vault, null, used.ok ? used.value.userId : "", "link");
    await tries(100, (index) => openSession(deps, { email, password: "guess", ...from({ address: `10.3.${index}` }) }));
    const open = (more: { device: string | null }) =>
      openSession(deps, { email, password: GOOD_PASSWORD, ...from(more) });
    expect(await open({ device: null })).toMatchObject({ error: { kind: "throttled" } });
    expect(await open({ device })).toMatchObject({ ok: true });
  });

  test("with another user's device, or a forged one, is a stranger's", async () => {
    const approver = await prove(context, await signedIn(context, "approver"), codeOf(context, app));
    const theirs = approver.ok ? approver.value.device : null;
    for (const device of [theirs, "forged", ""]) {
      await context.db.delete(throttles);
      const guess = () => openSession(deps, { email: OWNER.email, password: "guess", ...from({ device }) });
      expect(await tries(20, guess)).toEqual({ refused: 5, throttled: 15 });
    }
  });

  test("is possible again as time goes by, also after a restart and by another instance", async () => {
    const guess = (now: Date) =>
      openSession({ ...depsOf(context), now: () => now }, { email: OWNER.email, password: "guess", ...from() });
    const { now } = context.clock;
    await tries(10, () => guess(now));
    expect(await guess(now)).toMatchObject({ error: { kind: "throttled" } });
    expect(await guess(new Date(now.getTime() + 4 * 60_000))).toMatchObject({ error: { kind: "refused" } });
  });

  test("is not counted for those who get it right", async () => {
    const signIn = () => openSession(deps, { ...OWNER, ...from() });
    for (let day = 0; day < 12; day++) expect(await signIn()).toMatchObject({ ok: true });
  });

  test("leaves nothing that was typed in the table", async () => {
    await openSession(deps, { email: "my secret password", password: "guess", ...from() });
    const rows = JSON.stringify(await context.db.select().from(throttles));
    expect(rows).not.toMatch(/secret|127\.0\.0\.1/);
    const { rows: plain } = await context.db.execute(
      sql`select encode(sha256(convert_to('password account my secret password', 'UTF8')), 'base64') as hash`,
    );
    expect(rows).not.toContain(String(plain[0]?.hash).slice(0, 20));
  });
});

describe("guessing a password in a session, which may be stolen", () => {
  const [FIRST, SECOND] = ["password of viewer", "three blue cranes over Kasumigaura"];
  const refusals = () => context.db.$count(auditEvents, eq(auditEvents.action, "password.refused"));
  const viewer = async () => {
    wait(context, 1);
    await context.as("viewer");
    return within(context, await signedIn(context, "viewer"));
  };

  test("sending a change again whose answer was lost finds it made, and counts as no guess", async () => {
    const ctx = await viewer();
    const before = await refusals();
    const change = { current: FIRST, next: SECOND };
    const answers = [];
    for (let press = 0; press < 8; press++) answers.push(await changePassword(ctx, change));
    // Sessions that began since are not ended by the later ones, which must not say so.
    const [first, ...later] = answers;
    expect(first).toEqual({ ok: true, value: { isAgain: false } });
    for (const answer of later) expect(answer).toEqual({ ok: true, value: { isAgain: true } });
    expect(await refusals()).toBe(before);
    expect(await changePassword(ctx, { current: SECOND, next: FIRST })).toMatchObject({ ok: true });
  });

  test("sending a change again while it is being made is no guess either", async () => {
    const ctx = await viewer();
    const before = await refusals();
    const press = () => changePassword(ctx, { current: FIRST, next: SECOND });
    const answers = await Promise.all([press(), press(), press()]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
    expect(answers.filter((answer) => answer.ok && !answer.value.isAgain)).toHaveLength(1);
    expect(await refusals()).toBe(before);
    expect(await changePassword(ctx, { current: SECOND, next: FIRST })).toMatchObject({ ok: true });
  });

  test("by the new one finds nothing in a session that has not changed it", async () => {
    const ctx = await viewer();
    const guess = (index: number) => changePassword(ctx, { current: `guess ${index}`, next: FIRST });
    expect(await tries(20, guess)).toEqual({ wrong_password: 5, too_many_tries: 15 });
  });

  test("by the new one counts as well in a session that has changed it", async () => {
    const ctx = await viewer();
    expect(await changePassword(ctx, { current: FIRST, next: SECOND })).toMatchObject({ ok: true });
    const guess = (index: number) => changePassword(ctx, { current: `guess ${index}`, next: `other guess ${index}` });
    expect(await tries(20, guess)).toEqual({ wrong_password: 2, too_many_tries: 18 });
  });
});

describe("guessing a code", () => {
  const enter = async () => {
    wait(context, 30);
    const entered = await prove(context, await signedIn(context, "approver"), codeOf(context, app));
    if (!entered.ok) throw new Error(entered.error.kind);
    return entered.value.sessionId;
  };
  const wrong = (index: number) => ({ by: "code", code: String(index % 1_000_000).padStart(6, "0") }) as const;

  test("10,000 times with the password known is judged five times", { timeout: 120_000 }, async () => {
    const half = await signedIn(context, "approver");
    const guess = (index: number) => stepUp(deps, half, wrong(index), from({ address: `10.2.${index}` }));
    const given = await tries(10_000, guess);
    expect(given).toEqual({ refused: 5, throttled: 9_995 });
  });

  test("from browsers that are known by a link alone is judged five times in all", { timeout: 60_000 }, async () => {
    const approver = await context.as("approver");
    const half = await signedIn(context, "approver");
    const devices = [1, 2, 3].map(() => knownDevice(deps.vault, null, approver.actor.id, "link"));
    const guess = (index: number) =>
      stepUp(deps, half, wrong(index), from({ address: `10.4.${index}`, device: devices[index % 3] ?? null }));
    expect(await tries(60, guess)).toEqual({ refused: 5, throttled: 55 });
    // What has signed in there before is more than a link, and stays it.
    const owner = knownDevice(deps.vault, null, approver.actor.id, "sign_in");
    const device = knownDevice(deps.vault, owner, approver.actor.id, "link");
    expect(await stepUp(deps, half, wrong(0), from({ device }))).toMatchObject({ error: { kind: "refused" } });
  });

  test("is not reset by a new session: the limit is the account's", async () => {
    for (let index = 0; index < 8; index++) await prove(context, await signedIn(context, "approver"), wrong(index));
    const half = await signedIn(context, "approver");
    expect(await prove(context, half, codeOf(context, app))).toEqual({ ok: false, error: { kind: "throttled" } });
  });

  test("in a full session is not reset by the password, which gives the session a new id", async () => {
    const password = { by: "password", password: "password of approver" } as const;
    let session = await enter();
    const given: string[] = [];
    for (let round = 0; round < 4; round++) {
      for (let index = 0; index < 4; index++) {
        const guessed = await prove(context, session, wrong(index));
        given.push(guessed.ok ? "let in" : guessed.error.kind);
      }
      const proven = await prove(context, session, password);
      if (proven.ok) session = proven.value.sessionId;
    }
    expect(given.filter((answer) => answer === "refused")).toHaveLength(5);
    expect(given.filter((answer) => answer === "throttled")).toHaveLength(11);
    const changed = await changePassword(await within(context, session), {
      current: "password of approver",
      next: "a new password of approver",
    });
    expect(changed).toEqual({ ok: false, error: { kind: "too_many_tries" } });
  });

  test("in one full session leaves another of its user alone", async () => {
    const [stolen, own] = [await enter(), await enter()];
    for (let index = 0; index < 8; index++) await prove(context, stolen, wrong(index));
    wait(context, 30);
    expect(await prove(context, stolen, codeOf(context, app))).toMatchObject({ error: { kind: "throttled" } });
    expect(await prove(context, own, codeOf(context, app))).toMatchObject({ ok: true });
  });
});
