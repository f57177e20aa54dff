import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { may, type Permission } from "@/lib/auth/permissions";
import english from "@/lib/i18n/messages/en.json";
import { ROOT } from "@/scripts/lib/root.mjs";
import { secretsIn } from "@/scripts/lib/secrets.mjs";
import { CONFINED_ROLE } from "../support/access-control";
import { actionsOfBuild, routesOfBuild } from "../support/http";
import { testContext } from "../support/test-context";
import { type Attempt, each, openPage, pairs, tryAction, tryView } from "./attempts";
import { type Caller, type Database, everyRole, type Member, openDatabase, PASSWORD } from "./callers";
import { ACTIONS, API, MCP, OPEN, PAGES, VIEWS } from "./entry-points";
import { RECIPIENT, type Seeded, seed } from "./seed";

/** Every action and route of the build × every caller, by plain HTTP against the console as it is served. */
let database: Database;
let members: Member[];
let strangers: Caller[];
let confined: Member;
let at: string;
let before: Record<string, string>;
let here: Seeded;
let there: Seeded;

beforeAll(async () => {
  at = testContext().url;
  database = await openDatabase();
  members = await everyRole(database);
  strangers = await database.unauthorized();
  confined = await database.member(CONFINED_ROLE, { isConfined: true });
  here = await seed(database, "sandbox");
  there = await seed(database, "production");
  before = await steadyChecksums();
});
afterAll(() => database.close());

/** Once they stay the same: the use of a callback address is counted in the background. */
async function steadyChecksums(): Promise<Record<string, string>> {
  for (let last = await database.checksums(); ; ) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const now = await database.checksums();
    if (JSON.stringify(now) === JSON.stringify(last)) return now;
    last = now;
  }
}

const actions = Object.keys(ACTIONS);
const views = Object.keys(VIEWS);
const pages = Object.keys(PAGES);

const mayPass = ({ role }: Member, [needs]: [needs: Parameters<typeof may>[1], ...rest: unknown[]]) => may(role, needs);

/** Those that came out otherwise. */
const except = (attempts: Attempt[], ...expected: Attempt["outcome"][]) =>
  attempts.filter(({ outcome }) => !expected.includes(outcome));

/** The message by which the page refuses. */
function wordsOf(key: string): string {
  let found: unknown = english;
  for (const part of key.split(".")) found = (found as Record<string, unknown>)[part];
  if (typeof found !== "string") throw new Error(`no message ${key}`);
  return found;
}

describe("the table of entry points", () => {
  test("has every server action of the build, and no other", () => {
    expect(actionsOfBuild().map(({ name }) => name)).toSatisfy(
      (names: string[]) => new Set(names).size === names.length,
    );
    expect(
      actionsOfBuild()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(actions.toSorted());
  });

  test("has every route of the build, and no other", () => {
    expect(routesOfBuild().toSorted()).toEqual(
      [...views, ...pages, ...Object.keys(API), MCP, ...Object.keys(OPEN)].toSorted(),
    );
  });
});

describe("a caller without a valid, complete session", () => {
  test("is refused by every action", async () => {
    const tried = await each(pairs(actions, strangers), ([name, who]) => tryAction(name, who, { at }));
    expect(except(tried, "signed_out")).toEqual([]);
  });

  test("is refused by everything that the browser reads", async () => {
    const tried = await each(pairs(views, strangers), ([route, who]) => tryView(route, who));
    expect(except(tried, 401)).toEqual([]);
  });

  test("is sent to the sign-in page by every page, and shown nothing", async () => {
    const tried = await each(pairs(pages, strangers), async ([route, who]) => {
      const { status, to, sent } = await openPage(route, who, "sandbox", here);
      const where = to === null ? null : new URL(to, at);
      const isAway = status === 307 && where?.origin === at && where.pathname.startsWith("/sign-in");
      // What stands in the address may come back; nothing else of what is held here does.
      const { referenceId, playerId } = here;
      const isShown = !route.includes("Id]") && [referenceId, playerId, "Matrix"].some((word) => sent.includes(word));
      return { entryPoint: route, who: who.name, outcome: isAway && !isShown ? "away" : `${status} to ${to}` };
    });
    expect(except(tried, "away")).toEqual([]);
  });
});

describe("a user without the permission", () => {
  test("is refused by every action", async () => {
    const those = pairs(actions, members).filter(([name, who]) => !mayPass(who, ACTIONS[name]!));
    expect(those.length).toBeGreaterThan(members.length);
    const tried = await each(those, ([name, who]) => tryAction(name, who, { at }));
    expect(except(tried, "forbidden")).toEqual([]);
  });

  test("is refused by everything that the browser reads", async () => {
    const those = pairs(views, members).filter(([route, who]) => !mayPass(who, [VIEWS[route]!.needs]));
    const tried = await each(those, ([route, who]) => tryView(route, who));
    expect(except(tried, 403)).toEqual([]);
  });

  test("is refused by every page", async () => {
    const those = pairs(pages, members).filter(([route, who]) => !mayPass(who, [PAGES[route]!.needs]));
    const tried = await each(those, async ([route, who]) => {
      const { says } = PAGES[route]!;
      const { status, shown, isNowhere } = await openPage(route, who, "sandbox", here);
      const isRefused = says === undefined ? isNowhere : shown.includes(wordsOf(says));
      return { entryPoint: route, who: who.name, outcome: isRefused ? "refused" : status };
    });
    expect(except(tried, "refused")).toEqual([]);
  });
});

describe("a user who still has to set up a second factor", () => {
  const isTheirs = (needs: Permission) => needs === "security:own";

  test("is refused by every action but those that set one up, in every role", async () => {
    const those = actions.filter((name) => !isTheirs(ACTIONS[name]![0]));
    const tried = await each(those, (name) => tryAction(name, confined, { at }));
    expect(except(tried, "forbidden")).toEqual([]);
  });

  test("is refused by everything that the browser reads", async () => {
    const those = views.filter((route) => !isTheirs(VIEWS[route]!.needs));
    expect(except(await each(those, (route) => tryView(route, confined, "sandbox", here)), 403)).toEqual([]);
  });

  test("is led by every page to where it is set up, and shown nothing of what is held here", async () => {
    const tried = await each(pages, async (route) => {
      const { status, to, sent } = await openPage(route, confined, "sandbox", here);
      const isLed = status === 307 && to !== null && new URL(to, at).pathname === "/sandbox/settings/security";
      const isOpen = status === 200 && isTheirs(PAGES[route]!.needs);
      const isShown = !route.includes("Id]") && [here.referenceId, here.playerId].some((word) => sent.includes(word));
      return {
        entryPoint: route,
        who: confined.name,
        outcome: (isLed || isOpen) && !isShown ? "led" : `${status} to ${to}`,
      };
    });
    expect(except(tried, "led")).toEqual([]);
  });
});

describe("an action sent by a cross-origin page", () => {
  const elsewhere = ["https://evil.example", "null", "http://127.0.0.1:1", null];

  test("does nothing with any user's cookie", async () => {
    const admin = members.find(({ role }) => role === "admin")!;
    const tried = await each(pairs(actions, elsewhere), ([name, origin]) => tryAction(name, admin, { at, origin }));
    // Next turns away what does not even name the host that it was sent to; the rest is ours to refuse.
    const came = tried.map((one) => ({
      ...one,
      outcome: String(one.outcome).startsWith("no result") ? "no result" : one.outcome,
    }));
    expect(except(came, "foreign_origin", "no result")).toEqual([]);
    expect(
      except(
        came.filter((_, index) => elsewhere[index % elsewhere.length] === null),
        "foreign_origin",
      ),
    ).toEqual([]);
  });
});

describe("a file, or a question whose answer is kept, sent by a cross-origin page", () => {
  test.each(["https://evil.example", "null", null])("from %s is refused, with any caller's cookie", async (from) => {
    const admin = members.find(({ role }) => role === "admin")!;
    for (const route of ["/api/[environment]/attachments", "/api/[environment]/deposits/checks"])
      expect(await tryView(route, admin, "sandbox", {}, from)).toMatchObject({ outcome: 403 });
  });
});

describe("an environment that is not there", () => {
  test.each(["nowhere", "__proto__", "constructor", "SANDBOX"])("%s has no entry points", async (environment) => {
    const admin = members.find(({ role }) => role === "admin")!;
    const acted = await each(actions, (name) => tryAction(name, admin, { at, environment }));
    const read = await each(views, (route) => tryView(route, admin, environment));
    const opened = await each(pages, async (route) => {
      const { status } = await openPage(route, admin, environment);
      return { entryPoint: route, who: "admin", outcome: status };
    });
    expect([...except(acted, "no_such_environment"), ...except([...read, ...opened], 404)]).toEqual([]);
  });
});

describe("an id of the other environment", () => {
  const withIds = views.filter((route) =>
    /\[(referenceId|playerId|runId|fileId|deliveryId|exchangeId|lineId)\]/.test(route),
  );

  test("opens nothing in this one, and opens its own", async () => {
    const admin = members.find(({ role }) => role === "admin")!;
    expect(withIds.length).toBeGreaterThan(5);
    const swapped = await each(withIds, (route) => tryView(route, admin, "sandbox", there));
    // An export writes a line of the audit log, and nothing may change before the end of these tests.
    const unaudited = withIds.filter((route) => !/\/(export|results)$/.test(route));
    const own = await each(unaudited, (route) => tryView(route, admin, "production", there));
    expect([...except(swapped, 404), ...except(own, 200)]).toEqual([]);
  });

  test("does no more than an unknown ID", async () => {
    const { referenceId, digest, proposalId, addressId, deliveryId, playerId } = there;
    const tries: [action: string, input: object][] = [
      ["takeBackWithdrawalAction", { referenceId }],
      ["reissueWithdrawalAction", { referenceId }],
      ["reissueDepositAction", { referenceId }],
      ["checkOrderStatusAction", { referenceId }],
      ["stopOrderAction", { referenceId, reason: "no" }],
      ["decideWithdrawalAction", { referenceId, digest, decision: "approved" }],
      ["decideWithdrawalAction", { referenceId, digest, decision: "declined", reason: "no" }],
      ["decideRulesAction", { proposalId, apply: false }],
      ["retireCallbackAddressAction", { addressId }],
      ["recheckDeliveryAction", { deliveryId }],
      ["revealPiiAction", { of: "delivery", deliveryId }],
      ["revealPiiAction", { of: "player", playerId }],
    ];
    const finance = await database.member("finance");
    const fresh = await database.member("admin", { fresh: true });
    const held = await database.checksums();
    for (const [action, input] of tries) {
      const who = may(fresh.role, ACTIONS[action]![0]) ? fresh : finance;
      const swapped = await tryAction(action, who, { at, input });
      expect([action, swapped.outcome]).toEqual([action, (await tryAction(action, who, { at })).outcome]);
      expect(["ok", "forbidden", "invalid", "proof_needed"]).not.toContain(swapped.outcome);
    }
    expect(await database.checksums()).toEqual(held);
    const { users = "", sessions = "", totps = "" } = held;
    before = { ...before, users, sessions, totps };
  });
});

test("all of these changed nothing in the database", async () => {
  expect(await database.checksums()).toEqual(before);
});

describe("a user with the permission", () => {
  // From here on things change: one's own sessions last, so that no caller is shut out before.
  const REFUSALS = ["foreign_origin", "signed_out", "no_such_environment", "invalid", "forbidden"];

  test("is let in by every action", async () => {
    const those = pairs(actions, members).filter(([name, who]) => mayPass(who, ACTIONS[name]!));
    const tried = await each(those, ([name, who]) => tryAction(name, who, { at }));
    const isIn = ({ outcome }: Attempt) =>
      !REFUSALS.includes(String(outcome)) && !String(outcome).startsWith("no result");
    expect(tried.filter((one) => !isIn(one))).toEqual([]);
  });

  test("is let in by what sets a second factor up, also where nothing else opens before", async () => {
    const those = actions.filter((name) => ACTIONS[name]![0] === "security:own");
    const tried = await each(those, (name) => tryAction(name, confined, { at }));
    expect(tried.filter(({ outcome }) => REFUSALS.includes(String(outcome)))).toEqual([]);
  });

  test("is answered by everything that the browser reads", async () => {
    const those = pairs(views, members).filter(([route, who]) => mayPass(who, [VIEWS[route]!.needs]));
    const tried = await each(those, ([route, who]) => tryView(route, who, "sandbox", here));
    // Who asks for a file while others are being written is asked to retry: that is no refusal.
    expect(except(tried, 200, 503)).toEqual([]);
  });

  test("is answered in a way that nothing in between may keep", async () => {
    const admin = members.find(({ role }) => role === "admin")!;
    const kept = await each(views, async (route) => {
      const { cacheControl } = await tryView(route, admin, "sandbox", here);
      return { entryPoint: route, who: "admin", outcome: cacheControl };
    });
    expect(except(kept, "private, no-store")).toEqual([]);
  });

  test("is shown every page, with what is held there", async () => {
    const list = await openPage("/[environment]/transactions", members[0]!);
    expect(list.sent).toContain(here.referenceId);
    const those = pairs(pages, members).filter(([route, who]) => mayPass(who, [PAGES[route]!.needs]));
    const tried = await each(those, async ([route, who]) => {
      const { says } = PAGES[route]!;
      const { status, shown, isNowhere } = await openPage(route, who, "sandbox", here);
      const isTurnedAway = isNowhere || (says !== undefined && shown.includes(wordsOf(says)));
      return { entryPoint: route, who: who.name, outcome: isTurnedAway ? "turned away" : status };
    });
    expect(except(tried, 200)).toEqual([]);
  });
});

test("nothing of all this is in the log: no secret, no cookie, no address of a callback, no person, no account", async () => {
  const said = readFileSync(process.env.CONSOLE_LOG_FILE ?? "", "utf8");
  // It does say who was refused what, so it is the right one.
  expect(said).toContain(`user ${members.find(({ role }) => role === "viewer")?.userId} may not`);
  const tokens = await database.query<{ token: string }>(
    `select token from callback_addresses union select callback_token from transactions
     union select callback_token from registrations`,
  );
  const { secretKey, apiKey } = testContext().sandbox;
  const cookies = [...members, ...strangers, confined].map(({ cookie }) => cookie.split("=")[1] ?? "");
  const values = [
    ...[...Object.values(secretsIn(join(ROOT, ".data"))), secretKey, apiKey, PASSWORD, testContext().databaseUrl],
    ...[...cookies, ...tokens.map(({ token }) => token), "@matrix.example", "Matrix ", ...Object.values(RECIPIENT)],
  ].filter((value) => value);
  expect(values.length).toBeGreaterThan(25);
  expect(values.filter((value) => said.includes(value))).toEqual([]);
});
