import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { ROOT } from "@/scripts/lib/root.mjs";
import { atDatabase } from "../support/at-database";
import { act, actionsOfBuild, cookieOf, knock, routesOfBuild } from "../support/http";
import { typedForm } from "../support/typed-form";
import { signInAs, world } from "../support/world";

/** How many orders the form of these tests has made; other tests make theirs at the same time, for other players. */
async function orders(): Promise<number> {
  const [row] = await atDatabase<{ held: number }>(
    "select count(*)::int as held from transactions where player_id = $1",
    [typedForm().playerId],
  );
  return row?.held ?? -1;
}

const NOBODY = "00000000-0000-4000-8000-000000000000";
const inSandbox = (route: string) => route.replace("[environment]", "sandbox").replace(/\[\w+\]/, NOBODY);
const viewRoutes = () => routesOfBuild().filter((route) => route.startsWith("/api/[environment]/"));
const views = () => viewRoutes().map(inSandbox);

/** What is asked with a body is asked by POST: a name and an account do not belong into an address. */
const asksByPost = (route: string) =>
  !readFileSync(join(ROOT, "app", route, "route.ts"), "utf8").includes("function GET");
const askedByPost = () => new Set(viewRoutes().filter(asksByPost).map(inSandbox));

const look = (path: string, headers: Record<string, string> = {}) => {
  const isPost = askedByPost().has(path.replace(/^\/api\/\w+/, "/api/sandbox"));
  return knock(path, isPost ? { method: "POST", body: "{}", headers } : { headers });
};

test.describe("what the browser reads", () => {
  test("is refused to those who have not signed in", async () => {
    expect(views().length).toBeGreaterThan(5);
    for (const path of views()) expect([path, (await look(path)).status]).toEqual([path, 401]);
  });

  test("is refused to a cookie that was tampered with, and to one that is nobody's", async () => {
    const cookie = await cookieOf("admin");
    const tampered = cookie.replace(/(choba\.session=.{60})../, "$1xx");
    expect(tampered).not.toBe(cookie);
    for (const forged of [tampered, "choba.session=eyJhbGciOiJub25lIn0..x"]) {
      for (const path of views()) expect((await look(path, { cookie: forged })).status).toBe(401);
    }
  });

  test("does not exist in an environment that is not configured", async () => {
    const cookie = await cookieOf("admin");
    for (const path of views()) {
      const elsewhere = (environment: string) => look(path.replace("sandbox", environment), { cookie });
      expect((await elsewhere("production")).status).toBe(404);
      expect((await elsewhere("nowhere")).status).toBe(404);
    }
  });

  test("is never kept by anything in between", async () => {
    const cookie = await cookieOf("admin");
    for (const path of views()) {
      const answer = await look(path, { cookie });
      expect(answer.headers.get("cache-control")).toBe("private, no-store");
    }
  });

  test("shows raw requests only to those who may see whom we pay", async () => {
    const path = views().find((view) => view.includes("exchanges")) ?? "";
    expect((await knock(path, { headers: { cookie: await cookieOf("support") } })).status).toBe(403);
    expect((await knock(path, { headers: { cookie: await cookieOf("ops") } })).status).toBe(404);
  });
});

test("every page sends a stranger to the sign-in page of ours, whatever host they claim to have asked", async () => {
  for (const page of routesOfBuild().filter((route) => route.startsWith("/[environment]"))) {
    const path = page.replace("[environment]", "sandbox").replace(/\[\w+\]/, "WD-none");
    const answer = await knock(path, { headers: { "x-forwarded-host": "evil.example" } });
    const to = new URL(answer.headers.get("location") ?? "", world().url);
    expect([path, to.origin, to.pathname, to.searchParams.get("return")]).toEqual([
      path,
      world().url,
      "/sign-in",
      path,
    ]);
  }
});

test("a signed-out session is over: its cookie opens nothing any more", async () => {
  const cookie = await cookieOf("finance");
  const path = views()[0] ?? "";
  expect((await knock(path, { headers: { cookie } })).status).not.toBe(401);

  const held = await knock("/api/auth/csrf", { headers: { cookie } });
  const { csrfToken } = (await held.json()) as { csrfToken: string };
  await knock("/api/auth/signout", {
    method: "POST",
    headers: { cookie: `${cookie}; ${held.headers.getSetCookie().join("; ")}`, "content-type": "application/json" },
    body: JSON.stringify({ csrfToken, json: "true" }),
  });
  expect((await knock(path, { headers: { cookie } })).status).toBe(401);
});

test.describe("an action", () => {
  const from = (origin: string | null, cookie: string) => ({ cookie, ...(origin !== null && { origin }) });

  test("is refused without an origin, whoever asks", async () => {
    const cookie = await cookieOf("ops");
    const before = await orders();
    expect(actionsOfBuild().length).toBeGreaterThan(1);
    for (const { name } of actionsOfBuild()) {
      expect(await act(name, ["sandbox", typedForm()], from(null, cookie))).toContain('"kind":"foreign origin"');
    }
    expect(await orders()).toBe(before);
  });

  test("is refused from a foreign origin, also behind a forged forwarded host", async () => {
    const foreign = from("https://evil.example", await cookieOf("ops"));
    const before = await orders();
    for (const { name } of actionsOfBuild()) {
      expect(await act(name, ["sandbox", typedForm()], foreign)).not.toContain('"ok":true');
      const forged = await act(name, ["sandbox", typedForm()], { ...foreign, "x-forwarded-host": "evil.example" });
      expect(forged).toContain('"kind":"foreign origin"');
    }
    expect(await orders()).toBe(before);
  });

  test("is refused to a stranger, and to a role that may not", async () => {
    const before = await orders();
    const pay = (cookie: string) => act("requestWithdrawalAction", ["sandbox", typedForm()], from(world().url, cookie));
    expect(await pay("")).not.toContain('"ok":true');
    for (const role of ["support", "finance", "approver"]) {
      expect(await pay(await cookieOf(role))).toContain('"kind":"forbidden"');
    }
    expect(await orders()).toBe(before);
  });

  test("answers wrong arguments with a problem, never with a crash", async () => {
    const headers = from(world().url, await cookieOf("ops"));
    const tries: unknown[][] = [["sandbox"], ["sandbox", null], ["sandbox", []], ["sandbox", { amount: { $gt: 0 } }]];
    for (const args of tries) expect(await act("requestWithdrawalAction", args, headers)).toContain('"kind":"invalid"');
    const nowhere = await act("requestWithdrawalAction", ["nowhere", typedForm()], headers);
    expect(nowhere).toContain('"kind":"no such environment"');
  });
});

test.describe("whoever may not move money", () => {
  const headersOf = async (role: string) => ({ cookie: await cookieOf(role), origin: world().url });

  /** Waits for approval, and belongs to no other test. */
  async function waiting() {
    const form = typedForm({ amount: "688,000", playerId: "p-doors" });
    const answer = await act("requestWithdrawalAction", ["sandbox", form], await headersOf("ops"));
    const referenceId = /WD-\d{8}-\w+/.exec(answer)?.[0];
    const [row] = await atDatabase<{ digest: string }>(
      "select digest from withdrawals join transactions on transactions.id = transaction_row where reference_id = $1",
      [referenceId],
    );
    return { referenceId, digest: row!.digest };
  }

  const decision = (order: object, decided: string) => ({ ...order, decision: decided, reason: "no" });
  const RULE = { currency: "JPY", from: "0", approvers: 0 };
  const DOORS: [what: string, action: string, roles: string, input: (order: object) => object][] = [
    ["request", "requestWithdrawalAction", "finance support approver", () => typedForm({ playerId: "p-doors" })],
    ["approve", "decideWithdrawalAction", "finance support ops", (order) => ({ ...order, decision: "approved" })],
    ["decline", "decideWithdrawalAction", "finance support ops", (order) => decision(order, "declined")],
    ["send back", "decideWithdrawalAction", "finance support ops", (order) => decision(order, "sent back")],
    ["take back", "takeBackWithdrawalAction", "finance support approver", (order) => order],
    ["send again", "reissueWithdrawalAction", "finance support approver", (order) => order],
    ["propose rules", "proposeRulesAction", "finance support ops approver", () => ({ rules: [RULE] })],
    ["apply rules", "decideRulesAction", "finance support ops approver", () => ({ proposalId: NOBODY, apply: true })],
  ];

  test("is refused by every action, sent by hand with a real cookie, and nothing has changed", async () => {
    const order = await waiting();
    const made = () => atDatabase("select id from transactions where player_id = 'p-doors' order by id");
    const before = await made();
    for (const [what, action, roles, input] of DOORS) {
      for (const role of roles.split(" ")) {
        const answer = await act(action, ["sandbox", input(order)], await headersOf(role));
        expect(`${what} as ${role}: ${answer}`).toContain('"kind":"forbidden"');
      }
    }
    expect(await made()).toEqual(before);
    const ofOrder = "select submission from transactions where reference_id = $1";
    expect(await atDatabase(ofOrder, [order.referenceId])).toEqual([{ submission: "awaiting approval" }]);
    const proposed = await atDatabase("select id from rule_changes where rules = $1::jsonb", [JSON.stringify([RULE])]);
    expect(proposed).toEqual([]);
    // The same door opens for whoever may: the refusals above were about the person.
    const taken = await act("takeBackWithdrawalAction", ["sandbox", order], await headersOf("ops"));
    expect(taken).toContain('"submission":"withdrawn"');
  });

  test("somebody else's request is not taken back by another requester", async () => {
    const order = await waiting();
    const answer = await act("takeBackWithdrawalAction", ["sandbox", order], await headersOf("admin"));
    expect(answer).toContain('"kind":"not your request"');
  });

  test("is shown neither the form nor a decision on any page, and no view of what waits", async ({ page }) => {
    test.setTimeout(90_000);
    const { referenceId } = await waiting();
    for (const role of ["finance", "support"]) {
      await page.context().clearCookies();
      await signInAs(page, role);
      for (const path of ["/withdrawals", "/withdrawals/new", `/withdrawals/new?from=${referenceId}`]) {
        await page.goto(`/sandbox${path}`);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.getByLabel("Account number")).toHaveCount(0);
        await expect(page.getByRole("link", { name: "New withdrawal" })).toHaveCount(0);
      }
      await page.goto(`/sandbox/transactions/${referenceId}`);
      await expect(page.getByText("waits for approval. Nothing has been sent.")).toBeVisible();
      for (const name of [/^Approve/, "Decline", "Send back", "Take back", /^Send again/]) {
        await expect(page.getByRole("button", { name })).toHaveCount(0);
      }
      const cookie = await cookieOf(role);
      expect((await knock("/api/sandbox/withdrawals/waiting", { headers: { cookie } })).status).toBe(403);
      const body = JSON.stringify({ ...typedForm(), amount: "12000" });
      const advice = await knock("/api/sandbox/withdrawals/advice", { method: "POST", body, headers: { cookie } });
      expect(advice.status).toBe(403);
    }
  });
});

test.describe("the callback door", () => {
  const address = "/api/callbacks/sandbox/unknown";

  test("needs no session, knows no language and never redirects", async () => {
    const headers = { "content-type": "application/json" };
    const answer = await knock(address, { method: "POST", body: "{}", headers });
    expect(answer.status).toBe(404);
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(answer.headers.get("location")).toBeNull();
  });

  test("answers every other method with 405", async () => {
    for (const method of ["GET", "PUT", "PATCH", "DELETE"]) expect((await knock(address, { method })).status).toBe(405);
  });
});
