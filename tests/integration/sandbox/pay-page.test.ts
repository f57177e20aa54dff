import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestContext, type TestContext } from "./test-context";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext({}, [{ payWithinMs: 1 }]);
  await context.registerPlayer();
});
afterAll(() => context.close());

async function deposit(more: Record<string, string> = {}, as = context.merchant) {
  const { body } = await context.call("/deposit", context.deposit(more), { as });
  const path = new URL(String(body.address)).pathname;
  return { id: String(body.transactionId), path, page: () => context.send(path, "", {}, "GET") };
}
/** What a browser sends for a form without fields. */
const choose = (path: string) =>
  fetch(context.url() + path, { method: "POST", body: new URLSearchParams(), redirect: "manual" });
const statusOf = async (id: string) => (await context.call("/transactions", { id })).body.status;

test("it shows what to pay where, and may run no script but its own", async () => {
  const { page } = await deposit({ amount: "1204551" });
  const { status, text, headers } = await page();
  expect(status).toBe(200);
  for (const part of ["1,204,551 JPY", "みずほ銀行", "0001", "0012345", "I have paid", "Let it fail"])
    expect(text).toContain(part);
  expect(headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'self'; ");
  expect(headers.get("cache-control")).toBe("no-store");
});

test("it shows until when, by whom and for whom, and copies the figures without their commas", async () => {
  const { page, id } = await deposit({ amount: "1204551", payerAccountName: "スズキ　ハナコ" });
  const { text } = await page();
  const created = Date.parse(String((await context.operator("GET", `/orders/${id}`)).body.createdAt));
  const deadline = new Date(created + 1_800_000);
  const local = new Date(deadline.getTime() + 9 * 3_600_000).toISOString().slice(0, 16);
  const shown = `${local.replaceAll("-", "/").replace("T", " ")} JST`;
  expect(text).toContain(`<time datetime="${deadline.toISOString()}">${shown}</time>`);
  expect(text).toMatch(/<meta http-equiv="refresh" content="1(79\d|800)">/);
  for (const part of ["スズキ　ハナコ", "player-1", context.merchant.name])
    expect(text).toContain(`<span>${part}</span>`);
  for (const copied of ["1204551", "0012345", "0001", "スズキ　ハナコ"])
    expect(text).toContain(`data-copy="${copied}"`);

  const script = /<script src="([^"]+)" defer>/.exec(text)?.[1];
  expect((await context.send(String(script), "", {}, "GET")).text).toContain("navigator.clipboard.writeText");
});

test("a payer without a name is the player who was registered", async () => {
  expect((await (await deposit()).page()).text).toContain("<span>ヤマダ　タロウ</span>");
});

test("text from the merchant is shown as text", async () => {
  const { page } = await deposit({ referenceId: "<script>alert(1)</script>" });
  const { text } = await page();
  expect(text).toContain("&lt;script&gt;");
  expect(text).not.toContain("<script>");
});

test.each([
  ["paid", "COMPLETED", "Paid. Thank you."],
  ["failed", "FAILED", "This payment is closed."],
])("%s: the order is %s, and the page says so", async (choice, status, message) => {
  const { id, path, page } = await deposit();
  const answer = await choose(`${path}/${choice}`);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, path]);
  expect(await statusOf(id)).toBe(status);
  expect((await page()).text).toContain(message);

  await choose(`${path}/${choice === "paid" ? "failed" : "paid"}`);
  expect(await statusOf(id)).toBe(status);
});

test("an expired page takes no payment", async () => {
  const { id, path, page } = await deposit({ currency: "THB" }, context.others[0]!);
  await expect.poll(async () => (await page()).text).toContain("This payment has expired.");
  await choose(`${path}/paid`);
  expect((await context.operator("GET", `/orders/${id}`)).body.status).toBe("SUCCESS");
});

test("a callback that a merchant sends to it pays nothing", async () => {
  const { id, path } = await deposit();
  const callback = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
  expect((await fetch(`${context.url() + path}/paid`, callback)).status).toBe(415);
  expect(await statusOf(id)).toBe("SUCCESS");
});

test("an unknown token is 404", async () => {
  expect((await context.send("/pay/nothing", "", {}, "GET")).status).toBe(404);
  expect((await choose("/pay/nothing/paid")).status).toBe(404);
});
