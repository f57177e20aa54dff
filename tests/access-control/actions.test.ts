import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { may } from "@/lib/auth/permissions";
import { ownAccount, typedForm } from "../support/forms";
import { actionsOfBuild, inTime, request } from "../support/http";
import { testContext } from "../support/test-context";
import { each, outcomeOf, pairs } from "./attempts";
import { type Database, everyRole, type Member, openDatabase } from "./callers";
import { ACTIONS, UNKNOWN_ID } from "./entry-points";

/** Calls of server actions that no page of ours would make. */
let database: Database;
let ops: Member;
let members: Member[];
beforeAll(async () => {
  database = await openDatabase();
  members = await everyRole(database);
  ops = await database.member("ops");
});
afterAll(() => database.close());

const actionNamed = (name: string) => {
  const found = actionsOfBuild().find((one) => one.name === name);
  if (!found) throw new Error(`no action ${name}`);
  return found;
};

/** Sends exactly this body to an action. */
async function call(name: string, body: string, who: { cookie: string }, headers: Record<string, string> = {}) {
  const { id, page } = actionNamed(name);
  const answer = await request(page, {
    method: "POST",
    headers: {
      ...{ "next-action": id, "content-type": "text/plain;charset=UTF-8", accept: "text/x-component" },
      ...{ origin: testContext().url, cookie: who.cookie, ...headers },
    },
    body,
  });
  return { status: answer.status, text: await answer.text() };
}

const madeFor = (playerId: string) =>
  database.query<{ environment: string; submission: string; status: string | null; by: string; token: string }>(
    `select environment, submission, status, requested_by as by, callback_token as token
     from transactions join withdrawals on withdrawals.transaction_row = transactions.id where player_id = $1`,
    [playerId],
  );

describe("an action", () => {
  test("that is of another build, or of none, is not found", async () => {
    const before = await database.checksums();
    for (const id of [
      "40".padEnd(42, "0"),
      "7f".padEnd(42, "f"),
      "__proto__",
      "constructor",
      "x".repeat(2_000),
      "../x",
    ]) {
      const { page } = actionNamed("requestWithdrawalAction");
      const answer = await request(page, {
        method: "POST",
        headers: { "next-action": id, origin: testContext().url, cookie: ops.cookie, "content-type": "text/plain" },
        body: JSON.stringify(["sandbox", typedForm()]),
      });
      expect([id, answer.status, outcomeOf(await answer.text())]).not.toContain("ok");
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
    expect(await database.checksums()).toEqual(before);
  });

  const input = { amount: "12,000" };
  const WRONG: [what: string, args: unknown[]][] = [
    ["nothing", []],
    ["no input", ["sandbox"]],
    ["null", ["sandbox", null]],
    ["a list", ["sandbox", [input]]],
    ["a text", ["sandbox", "x"]],
    ["a number", ["sandbox", 9e99]],
    ["a list for the environment", [["sandbox"], input]],
    ["an object for the environment", [{ toString: "sandbox" }, input]],
    ["operators for fields", ["sandbox", Object.fromEntries(fieldsOfAll().map((field) => [field, { $gt: "" }]))]],
    ["lists for fields", ["sandbox", Object.fromEntries(fieldsOfAll().map((field) => [field, [1]]))]],
    [
      "3,000 digits in each field",
      ["sandbox", Object.fromEntries(fieldsOfAll().map((field) => [field, "9".repeat(3_000)]))],
    ],
  ];

  test.each(WRONG)(
    "with %s is answered with a problem for every caller, and never with a crash",
    async (_what, args) => {
      // A role without the permission: should the body be accepted by mistake, it still does nothing.
      const those = Object.entries(ACTIONS).filter(([, [needs]]) => needs !== "security:own");
      const before = await database.checksums();
      const came = await each(those, async ([name, [needs]]) => {
        const who = members.find(({ role }) => !may(role, needs)) ?? members[0]!;
        const { text } = await call(name, JSON.stringify(args), who);
        return [name, outcomeOf(text)];
      });
      const expected = ["invalid", "forbidden", "no_such_environment"];
      expect(came.filter(([, kind]) => !expected.includes(kind ?? ""))).toEqual([]);
      expect(await database.checksums()).toEqual(before);
    },
  );

  function fieldsOfAll() {
    const inputs = Object.values(ACTIONS).map(([, make]) => Object.keys(make()));
    return [...new Set(inputs.flat())];
  }

  test("takes no field from a prototype", async () => {
    const { amount, ...form } = typedForm({ playerId: "p-proto" });
    for (const key of ["__proto__", "constructor", "prototype"]) {
      const smuggled = `{"amount":${JSON.stringify(amount)},"prototype":{"amount":"1"}}`;
      const body = `["sandbox",{${JSON.stringify(form).slice(1, -1)},${JSON.stringify(key)}:${smuggled}}]`;
      const { text } = await call("requestWithdrawalAction", body, ops);
      expect([key, outcomeOf(text)]).toEqual([key, "invalid"]);
    }
    expect(await madeFor("p-proto")).toEqual([]);
    // Nothing was planted for the next request either.
    const { text } = await call("requestWithdrawalAction", JSON.stringify(["sandbox", form]), ops);
    expect(outcomeOf(text)).toBe("invalid");
  });

  test("takes no field that its form does not have: whose, where and how far stay ours to say", async () => {
    const extra = {
      ...{
        environment: "production",
        requestedBy: UNKNOWN_ID,
        requested_by: UNKNOWN_ID,
        role: "admin",
        actor: { role: "admin" },
      },
      ...{
        id: UNKNOWN_ID,
        status: "COMPLETED",
        submission: "accepted",
        callbackToken: "x".repeat(48),
        approvals: 9,
        digest: "0",
      },
    };
    const body = JSON.stringify([
      "sandbox",
      { ...typedForm({ playerId: "p-mass", ...ownAccount() }), ...extra },
      inTime(),
      extra,
      "production",
    ]);
    expect(outcomeOf((await call("requestWithdrawalAction", body, ops)).text)).toBe("ok");
    const [made, ...others] = await madeFor("p-mass");
    expect(others).toEqual([]);
    expect(made).toMatchObject({ environment: "sandbox", submission: "queued", status: null, by: ops.userId });
    expect(made!.token).not.toContain("x");
  });

  test("that was recorded and is sent again makes one order, also twenty times concurrently", async () => {
    const body = JSON.stringify(["sandbox", typedForm({ playerId: "p-replay", ...ownAccount() }), inTime()]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => call("requestWithdrawalAction", body, ops)));
    const ids = new Set(answers.map(({ text }) => /WD-\d{8}-\w+/.exec(text)?.[0]));
    expect(ids.size).toBe(1);
    expect(await madeFor("p-replay")).toHaveLength(1);
    // Another user who has intercepted it cannot use it.
    const thief = await database.member("support");
    expect(outcomeOf((await call("requestWithdrawalAction", body, thief)).text)).toBe("forbidden");
    expect(outcomeOf((await call("requestWithdrawalAction", body, { cookie: "" })).text)).toBe("signed_out");
  });

  test("of a page that was drawn for another user does nothing: tabs of a browser share one session", async () => {
    const body = JSON.stringify(["sandbox", typedForm({ playerId: "p-other", ...ownAccount() }), inTime()]);
    const drawnFor = (id: string) => ({ "x-page-user": id });
    const other = await database.member("support");
    const refused = await call("requestWithdrawalAction", body, ops, drawnFor(other.userId));
    expect(outcomeOf(refused.text)).toBe("other_user");
    expect(await madeFor("p-other")).toEqual([]);
    expect(outcomeOf((await call("requestWithdrawalAction", body, ops, drawnFor(ops.userId))).text)).toBe("ok");
  });

  test("that moves money and arrives after its deadline, or without one, makes nothing", async () => {
    const form = typedForm({ playerId: "p-late" });
    for (const sendBy of [[], [new Date(Date.now() - 1).toISOString()], ["soon"]]) {
      const body = JSON.stringify(["sandbox", form, ...sendBy]);
      expect(outcomeOf((await call("requestWithdrawalAction", body, ops)).text)).toBe("too_late");
    }
    expect(await madeFor("p-late")).toEqual([]);
  });
});

test("what is asked and what is sent takes quotes, operators and wildcards for what they are: text", async () => {
  const texts = ["'; drop table users; --", "' or '1'='1", "%", "_", "\\", "$1", "1; select pg_sleep(9)", '"}]}'];
  const admin = await database.member("admin");
  const before = await database.checksums();
  const came = await each(texts, async (text) => {
    const q = encodeURIComponent(text);
    const paths = ["players?show=all&q=", "activity?kind=all&q=", "jp-banks?q=", "transactions/", "players/"];
    const answers = await each(paths, (path) =>
      request(`/api/sandbox/${path}${q}`, { headers: { cookie: admin.cookie } }),
    );
    return answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 404);
  });
  expect(came.flat()).toEqual([]);
  for (const text of texts) {
    // React writes a text that begins with a dollar sign with two: one alone is a reference.
    const written = text.startsWith("$") ? `$${text}` : text;
    const form = JSON.stringify([
      "sandbox",
      { ...typedForm({ playerId: written, ...ownAccount() }), note: written },
      inTime(),
    ]);
    expect(["ok", "invalid"], text).toContain(outcomeOf((await call("requestWithdrawalAction", form, ops)).text));
  }
  const after = await database.checksums();
  expect(after.users).toBe(before.users);
  const kept = await database.query<{ player: string }>(
    "select distinct player_id as player from transactions where player_id = any($1)",
    [texts],
  );
  expect(kept.length).toBeGreaterThan(0);
});

describe("a cross-origin page", () => {
  const CROSS_SITE = [
    { origin: "https://evil.example", "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
    { origin: "null", "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
    { origin: "https://evil.example", "x-forwarded-host": "evil.example" },
  ];

  test("cannot post a form to an action, in any encoding that a form has", async () => {
    const { id } = actionNamed("requestWithdrawalAction");
    const form = typedForm({ playerId: "p-form" });
    const fields = { [`$ACTION_ID_${id}`]: "", "1_$ACTION_REF_1": "", environment: "sandbox", ...form };
    const multipart = new FormData();
    for (const [name, value] of Object.entries(fields)) multipart.append(name, value);
    const bodies = [multipart, new URLSearchParams(fields), JSON.stringify(["sandbox", form])];
    const from = [...CROSS_SITE, { origin: testContext().url }, {}];
    const sent = await each(pairs(bodies, from), async ([body, headers]) => {
      const url = `${testContext().url}/sandbox/withdrawals/new`;
      const answer = await fetch(url, {
        method: "POST",
        redirect: "manual",
        headers: { ...headers, cookie: ops.cookie },
        body,
      });
      return outcomeOf(await answer.text());
    });
    expect(sent).not.toContain("ok");
    expect(await madeFor("p-form")).toEqual([]);
  });

  test("cannot keep a session awake, nor ask for a passkey's challenge", async () => {
    for (const path of ["/api/keep-alive", "/api/passkey-challenge"]) {
      for (const origin of ["https://evil.example", "null", null]) {
        const headers = { cookie: ops.cookie, ...(origin !== null && { origin }) };
        expect([path, origin, (await request(path, { method: "POST", headers })).status]).toEqual([path, origin, 403]);
      }
      const own = await request(path, { method: "POST", headers: { origin: testContext().url } });
      expect([path, own.status]).toEqual([path, 401]);
    }
    for (const path of ["/api/sign-in-link", "/api/password-reset"]) {
      const answer = await request(path, { method: "POST", headers: { origin: "https://evil.example" }, body: "{}" });
      expect([path, answer.status]).toEqual([path, 403]);
    }
  });

  test("cannot read what it makes the browser ask for: nothing allows another origin", async () => {
    for (const path of ["/api/sandbox/transactions", "/api/auth/session", "/sandbox", "/api/health"]) {
      const headers = { cookie: ops.cookie, origin: "https://evil.example" };
      const answers = [await request(path, { headers }), await request(path, { method: "OPTIONS", headers })];
      for (const answer of answers) expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    }
  });
});

test("what an action cannot take in one piece is refused before it is read", async () => {
  const large = JSON.stringify(["sandbox", { ...typedForm(), playerId: "x".repeat(10 * 1024 * 1024) }]);
  const { status, text } = await call("requestWithdrawalAction", large, ops);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(text).not.toMatch(/node_modules|at .*\.js:\d/);
  const held = await database.query("select id from transactions where player_id like 'xxxx%'");
  expect(held).toEqual([]);
});

test("the method of a request is the one that it was sent with", async () => {
  const { id, page } = actionNamed("requestWithdrawalAction");
  const overrides = ["x-http-method-override", "x-http-method", "x-method-override"];
  const headers = Object.fromEntries(overrides.map((name) => [name, "POST"]));
  const answer = await request(`${page}?_method=POST`, {
    headers: { ...headers, "next-action": id, origin: testContext().url, cookie: ops.cookie },
  });
  expect(outcomeOf(await answer.text())).not.toBe("ok");
  const signOut = await request("/api/auth/signout", { headers: { ...headers, cookie: ops.cookie } });
  await signOut.text();
  const still = await request("/api/sandbox/transactions", { headers: { cookie: ops.cookie } });
  expect(still.status).toBe(200);
});
