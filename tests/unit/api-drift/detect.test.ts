import { describe, expect, test } from "vitest";
import { factsOfAnswer, factsOfDelivery } from "@/lib/api-drift/detect";
import { readCallback, saidIn } from "@/lib/callbacks/body-schemas";

const delivery = (body: Record<string, unknown>, more = {}) => {
  const text = JSON.stringify(body);
  const read = readCallback(Buffer.from(text));
  if (!read.ok) throw new Error(read.error.why);
  const facts = factsOfDelivery({ text, signature: "absent", isRepeat: false, said: saidIn(read.value), ...more });
  return facts.map(({ fact, value }) => `${fact}: ${value}`);
};

const order = {
  transaction_id: "t",
  reference_id: "r",
  status: "COMPLETED",
  type: "WITHDRAW",
  amount: 1,
  currency: "JPY",
};
const player = { event: "kyc.status", player_id: "10001_p-1", status: "REGISTERED" };

describe("drift in a callback", () => {
  test("of an order, as today and as announced", () => {
    expect(delivery({ ...order, provider_order_id: "x" })).toEqual([
      "callback_signature: absent",
      "callback_provider_order_id: present",
    ]);
    expect(delivery(order, { signature: "valid", isRepeat: true })).toEqual([
      "callback_signature: valid",
      "callback_repeated: yes",
      "callback_provider_order_id: absent",
    ]);
  });

  test("of a player, with the merchant's number before the id and without", () => {
    expect(delivery(player)).toContain("callback_player_id: prefixed");
    expect(delivery({ ...player, player_id: "p-1" })).toContain("callback_player_id: plain");
  });

  test("unannounced fields and values are found, and not too many of them", () => {
    const strange = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`new_${at}`, 1]));
    const facts = delivery({ ...order, ...strange, status: "REVERSED" });
    expect(facts.filter((fact) => fact.startsWith("callback_unknown_field"))).toHaveLength(5);
    expect(facts).toContain("callback_unknown_status: REVERSED");
    // What no text of the database holds.
    expect(delivery({ ...order, "\u0000x": 1 })).toContain("callback_unknown_field: \ufffdx");
    expect(delivery({ ...order, "x\ud800": 1 })).toContain("callback_unknown_field: x\ufffd");
  });
});

describe("drift in a response", () => {
  const answer = (path: string, status: number | null, body: unknown) =>
    factsOfAnswer({ path, status, body: body === null ? null : JSON.stringify(body) }).map(
      ({ fact, value }) => `${fact}: ${value}`,
    );

  test.each<[path: string, status: number | null, body: unknown, facts: string[]]>([
    [
      "/withdraw",
      200,
      { transactionId: "t", providerOrderId: "x", status: "SUCCESS" },
      ["answer_provider_order_id: present"],
    ],
    ["/transactions", 200, { transactionId: "t", status: "PENDING" }, ["answer_provider_order_id: absent"]],
    ["/balance", 200, [{ currency: "JPY", held: "1" }], ["answer_unknown_field: /balance: held"]],
    ["/kyc/status", 200, { playerId: "p", status: "PAUSED" }, ["answer_unknown_status: PAUSED"]],
    ["/balance", 400, { message: "Invalid signature" }, ["answer_bad_signature: 400"]],
    ["/balance", 401, { message: "Invalid signature" }, ["answer_bad_signature: 401"]],
    ["/balance", 401, { message: "Invalid API key" }, []],
    ["/withdraw", 409, { message: "Conflict" }, ["answer_undocumented: HTTP 409"]],
    ["/withdraw", 503, null, []],
    ["/withdraw", null, null, []],
    ["/balance", 200, "not a list", []],
  ])("%s, HTTP %s, %j", (path, status, body, facts) => {
    expect(answer(path, status, body)).toEqual(facts);
  });

  test("an unreadable body shows no drift", () => {
    expect(factsOfAnswer({ path: "/balance", status: 200, body: "<html>" })).toEqual([]);
  });
});
