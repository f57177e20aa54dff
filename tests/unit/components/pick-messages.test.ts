import { describe, expect, test } from "vitest";
import { pickMessages } from "@/components/messages/pick-messages";
import en from "@/lib/i18n/messages/en.json";

describe("the messages that a page sends", () => {
  test("a namespace by its name comes whole", () => {
    expect(pickMessages(en, ["orders"])).toEqual({ orders: en.orders });
  });

  test("a group brings what stands directly in its namespace, and no other group", () => {
    const { orders } = pickMessages(en, ["orders.sorts", "orders.column"]);
    expect(orders).toMatchObject({ title: en.orders.title, sorts: en.orders.sorts, column: en.orders.column });
    expect(orders).not.toHaveProperty("sentence");
    expect(pickMessages(en, ["common.*"]).common).not.toHaveProperty("draft");
  });

  test("a message that was parsed when the console was built is not a group", () => {
    const parsed = { ...en, orders: { ...en.orders, news: [["count", 2, { other: [0, " new"] }]] } };
    // The compiler knows messages as they are written; what is served has some of them parsed.
    const picked = pickMessages(parsed as unknown as typeof en, ["orders.*"]);
    expect(picked.orders).toHaveProperty("news");
  });
});
