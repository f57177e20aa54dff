import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openTestContext, type TestContext } from "./test-context";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext({}, [{}]);
});
afterAll(() => context.close());

const page = async () => (await fetch(`${context.operatorUrl()}/`)).text();

test("it shows orders with the moves that are open to them, and text as text", async () => {
  const order = context.withdrawal({ referenceId: "<img src=x>" });
  const { body } = await context.call("/withdraw", order);
  const shown = await page();
  expect(shown).toContain("&lt;img src=x&gt;");
  expect(shown).not.toContain("<img");
  for (const move of ["pend", "complete", "fail", "cancel", "resolve"]) {
    expect(shown).toContain(`data-path="/orders/${body.transactionId}/${move}"`);
  }
  await context.operator("POST", `/orders/${body.transactionId}/fail`);
  expect(await page()).not.toContain(`/orders/${body.transactionId}/`);
});

test("it shows players with the results that are open to them", async () => {
  const player = { gateway: "JPBANK", playerId: "p", userName: "ヤマダ　タロウ", currency: "JPY" };
  await context.call("/kyc-register", player);
  const results = async () =>
    [...(await page()).matchAll(/data-path="\/kyc\/registrations\/\d+\/(\w+)"/g)].map(([, result]) => result);
  expect(await results()).toEqual(["registered", "failed", "expired"]);
  await context.operator("POST", "/kyc/p/registered");
  expect(await results()).toEqual(["expired"]);
  await context.operator("POST", "/kyc/p/expired");
  expect(await results()).toEqual([]);
});

test("it shows what an order's money has done", async () => {
  const { body } = await context.call("/withdraw", context.withdrawal());
  await context.operator("POST", `/orders/${body.transactionId}/complete`);
  const rows = (await page()).split("<tr>").filter((row) => row.includes(`<td>${body.transactionId}</td>`));
  expect(rows.map((row) => row.match(/(HOLD|CAPTURE|FEE)<\/td><td>(\d+ JPY)/)?.slice(1))).toEqual([
    ["FEE", "210 JPY"],
    ["CAPTURE", "12000 JPY"],
    ["HOLD", "12210 JPY"],
  ]);
});

test("it says whether the ledger balances, and never shows a key", async () => {
  const shown = await page();
  expect(shown).toContain("The ledger balances.");
  expect(shown).not.toContain(context.merchant.apiKey);
  expect(shown).not.toContain(context.merchant.secretKey);
});

test("headings say where a list is cut, which an open order does not fall out of", async () => {
  const headings = async () => [...(await page()).matchAll(/<h2>(.*?)<\/h2>/g)].map(([, text]) => text);
  const all = ["Open orders", "Other orders", "Players", "Callbacks", "Merchants", "Accounts", "Postings"];
  expect(await headings()).toEqual(all);
  const { body: open } = await context.call("/withdraw", context.withdrawal({ amount: "100" }));
  for (let count = 0; count < 50; count += 1) {
    const { body } = await context.call("/withdraw", context.withdrawal({ amount: "100" }));
    await context.operator("POST", `/orders/${body.transactionId}/complete`);
  }
  expect(await headings()).toEqual([
    "Open orders",
    "Other orders (latest 50)",
    "Players",
    "Callbacks (latest 50)",
    "Merchants",
    "Accounts",
    "Postings (latest 50)",
  ]);
  expect(await page()).toContain(`data-path="/orders/${open.transactionId}/complete"`);
});

describe("a pressed button", () => {
  class Button {
    dataset = { method: "POST", path: "/orders/x/fail", body: "" };
    disabled = false;
  }

  /** Runs the script of the page with this answer to its call. */
  async function press(answer: () => Promise<Response>) {
    const script = await (await fetch(`${context.operatorUrl()}/page.js`)).text();
    const button = new Button();
    const problem = { textContent: "" };
    const reload = vi.fn();
    let pressed: (event: { target: Button }) => Promise<void> = async () => undefined;
    runInNewContext(script, {
      HTMLButtonElement: Button,
      document: {
        addEventListener: (_: string, listener: typeof pressed) => {
          pressed = listener;
        },
        querySelector: () => problem,
      },
      fetch: answer,
      location: { reload },
    });
    await pressed({ target: button });
    return { isDisabled: button.disabled, problem: problem.textContent, reloads: reload.mock.calls.length };
  }

  test("reloads the page once the call is done, and stays disabled meanwhile", async () => {
    expect(await press(async () => Response.json({}))).toEqual({ isDisabled: true, problem: "", reloads: 1 });
  });

  test("can be pressed again after a refusal, which is shown", async () => {
    const refusal = async () => Response.json({ message: "It cannot become FAILED." }, { status: 409 });
    expect(await press(refusal)).toEqual({ isDisabled: false, problem: "It cannot become FAILED.", reloads: 0 });
  });

  test.each([
    ["no answer", () => Promise.reject(new TypeError("fetch failed"))],
    ["half an answer", async () => new Response('{"mess', { status: 500 })],
  ])("can be pressed again after %s, which is said", async (_, answer) => {
    const problem = expect.stringMatching(/^There was no answer\./);
    expect(await press(answer)).toEqual({ isDisabled: false, problem, reloads: 0 });
  });
});

const register = (playerId: string, as = context.merchant) =>
  context.call("/kyc-register", { gateway: "JPBANK", playerId, userName: "ヤマダ", currency: "JPY" }, { as });
const results = async (playerId: string) => {
  const { list } = await context.operator("GET", "/kyc");
  return list.filter((one) => one.playerId === playerId).map(({ merchant, status }) => `${merchant} ${status}`);
};

describe("the buttons of a player's row", () => {
  /** What the button with this label calls in each row of the player, the newest first. */
  const calls = async (playerId: string, label: string) => {
    const rows = (await page()).split("<tr>").filter((row) => row.includes(`<td>${playerId}</td>`));
    return rows.map((row) => new RegExp(`data-path="([^"]+)"[^>]*>${label}<`).exec(row)?.[1]);
  };

  test("act on the registration of that row, also where the player has a newer one", async () => {
    await register("p-1");
    await register("p-1");
    await context.operator("POST", "/kyc/p-1/registered");
    const [, expire] = await calls("p-1", "expired");
    expect((await context.operator("POST", String(expire))).status).toBe(200);
    expect(await results("p-1")).toEqual(["10001 REGISTERED", "10001 EXPIRED"]);
    expect((await context.operator("POST", String(expire))).status).toBe(409);
  });

  test("act on the merchant of that row, also where another has the same player", async () => {
    await register("p-2");
    await register("p-2", context.others[0]);
    const [fail] = await calls("p-2", "failed");
    expect((await context.operator("POST", String(fail))).status).toBe(200);
    expect(await results("p-2")).toEqual(["10002 FAILED", "10001 PENDING"]);
  });

  test("act on nothing where there is no such registration", async () => {
    for (const id of ["0", "p-1"]) {
      expect((await context.operator("POST", `/kyc/registrations/${id}/failed`)).status).toBe(404);
    }
  });
});

describe("what two merchants have under the same name", () => {
  test("a player: neither registration is changed", async () => {
    await register("p-3");
    await register("p-3", context.others[0]);
    const { status, body } = await context.operator("POST", "/kyc/p-3/failed");
    expect([status, body.message]).toEqual([409, expect.stringContaining("Merchants 10001 and 10002 each have")]);
    expect(await results("p-3")).toEqual(["10002 PENDING", "10001 PENDING"]);
  });

  test("a reference: neither order is moved, and each can be by its own ID", async () => {
    const order = context.withdrawal();
    await context.call("/withdraw", order);
    const { body: second } = await context.call("/withdraw", order, { as: context.others[0]! });
    const { status, body } = await context.operator("POST", `/orders/${order.referenceId}/complete`);
    expect([status, body.message]).toEqual([409, expect.stringContaining("Merchants 10001 and 10002 each have")]);
    expect((await context.operator("GET", `/orders/${order.referenceId}`)).status).toBe(409);

    await context.operator("POST", `/orders/${second.transactionId}/complete`);
    const statusFor = async (as = context.merchant) =>
      (await context.call("/transactions", { id: String(order.referenceId) }, { as })).body.status;
    expect([await statusFor(), await statusFor(context.others[0])]).toEqual(["SUCCESS", "COMPLETED"]);
  });
});
