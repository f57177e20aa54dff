import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "./world";

let world: World;
beforeAll(async () => {
  world = await openWorld({}, [{ payWithinMs: 1 }]);
  await world.registerPlayer();
});
afterAll(() => world.close());

async function deposit(more: Record<string, string> = {}, as = world.merchant) {
  const { body } = await world.call("/deposit", world.deposit(more), { as });
  const path = new URL(String(body.address)).pathname;
  return { id: String(body.transactionId), path, page: () => world.send(path, "", {}, "GET") };
}
const choose = (path: string) => fetch(world.url() + path, { method: "POST", redirect: "manual" });
const statusOf = async (id: string) => (await world.call("/transactions", { id })).body.status;

test("it shows what to pay where, and may run no script", async () => {
  const { page } = await deposit({ amount: "1204551" });
  const { status, text, headers } = await page();
  expect(status).toBe(200);
  for (const part of ["1,204,551 JPY", "みずほ銀行", "0001", "0012345", "I have paid", "Let it fail"])
    expect(text).toContain(part);
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(headers.get("cache-control")).toBe("no-store");
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
  const { id, path, page } = await deposit({ currency: "THB" }, world.others[0]!);
  await expect.poll(async () => (await page()).text).toContain("This payment has expired.");
  await choose(`${path}/paid`);
  expect((await world.operator("GET", `/orders/${id}`)).body.status).toBe("SUCCESS");
});

test("an unknown token is 404", async () => {
  expect((await world.send("/pay/nothing", "", {}, "GET")).status).toBe(404);
  expect((await choose("/pay/nothing/paid")).status).toBe(404);
});
