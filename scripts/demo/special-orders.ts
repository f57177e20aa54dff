import type { Day } from "./calendar";
import { clearOfMidnight, send } from "./lifecycle";
import { type DemoOrder, later, newOrder } from "./order";
import type { Currency, Player } from "./players";
import type { Random } from "./random";
import { STAFF } from "./staff";

type Making = { random: Random; players: readonly Player[]; days: Day[]; at: Date; signedFrom: Date };
type Type = DemoOrder["type"];
type Sketch = { type: Type; amount: string; at: Date; currency?: Currency; player: number; by?: string };

/** The busiest players of a currency are named by their place. */
function sketch(
  { random, players }: Pick<Making, "random" | "players">,
  { type, amount, at, player, ...more }: Sketch,
) {
  const { currency = "JPY", by } = more;
  const whose = players.filter((one) => one.currency === currency && one.isOld)[player];
  if (!whose) throw new Error(`there is no player ${player} of ${currency}`);
  const requestedBy = by ?? (type === "DEPOSIT" ? STAFF.support[1] : STAFF.ops[1]);
  return newOrder(random, {
    type,
    currency,
    amount,
    requestedBy,
    requestedAt: at,
    playerId: whose.id,
    party: whose.recipient,
  });
}

const approved = (order: DemoOrder, afterS: number): DemoOrder => ({
  ...order,
  decided: [{ by: STAFF.approvers[1], at: later(order.requestedAt, afterS), decision: "approved" }],
});

/** The day so many days before the last, at this hour in Tokyo. */
function dayAt({ days }: Making, ago: number, hour: number): Date {
  const day = days.at(-1 - ago);
  if (!day) throw new Error(`the history has no day ${ago} days ago`);
  return new Date(day.from.getTime() + hour * 3_600_000);
}

const PAID = (afterS: number) => [{ to: "COMPLETED" as const, afterS }];

/** Outcomes that were unknown, and what became of them. */
export function lostAndFound(making: Making): DemoOrder[] {
  const { random, signedFrom } = making;
  const found = [
    [25, 14.2, "42000", 4],
    [17, 20.6, "15800", 7],
    [6, 11.4, "73000", 9],
    [2, 19.1, "28000", 2],
  ] as const;
  return found.map(([ago, hour, amount, player]) => {
    const asked = approved(sketch(making, { type: "WITHDRAW", amount, player, at: dayAt(making, ago, hour) }), 312);
    const at = asked.decided[0]?.at ?? asked.requestedAt;
    return clearOfMidnight(send(asked, random, { at, answer: "server_error", ends: PAID(95), signedFrom }));
  });
}

/** Its request was cut off and never arrived: after that was proven it was sent again. The second stands in its place. */
export function lostForGood(making: Making): [DemoOrder, DemoOrder] {
  const { random, signedFrom } = making;
  const asked = approved(
    sketch(making, { type: "WITHDRAW", amount: "86000", player: 3, at: dayAt(making, 9, 15.3) }),
    205,
  );
  const claimedAt = later(asked.decided[0]?.at ?? asked.requestedAt, 0.8);
  const answeredAt = later(claimedAt, 2.1);
  const checks = [4, 11, 75, 640, 705].map((afterS) => later(answeredAt, afterS));
  const notCreatedAt = later(answeredAt, 706);
  const first: DemoOrder = { ...asked, attempt: { claimedAt, answeredAt, answer: "lost" }, checks, notCreatedAt };
  const { type, currency, amount, playerId, party, requestedBy } = first;
  const again = { ...{ type, currency, amount, playerId, party, requestedBy }, requestedAt: later(notCreatedAt, 840) };
  const second = approved(newOrder(random, again), 130);
  const at = second.decided[0]?.at ?? second.requestedAt;
  return [first, send(second, random, { at, ends: PAID(48), signedFrom })];
}

/** The service said that they failed, and then that they were paid: one was cleared up, one waits for a person. */
export function contradicted(making: Making): DemoOrder[] {
  const { random, signedFrom, at } = making;
  const cleared = failsTwice(
    approved(sketch(making, { type: "WITHDRAW", amount: "64000", player: 5, at: dayAt(making, 8, 13.1) }), 260),
  );
  const known = cleared.calls[1]?.at ?? cleared.requestedAt;
  const resolved = {
    ...{ at: later(known, 71_000), by: STAFF.finance[0], finding: "not_moved" as const },
    reason: "Service's support (ticket 48213): the second callback was sent by mistake. No transfer on the statement.",
  };
  const inquired = {
    by: STAFF.finance[0],
    at: later(known, 5_400),
    text: "サービスへ問い合わせ中（ticket 48213）。回答まで再送しないこと。",
  };
  const open = failsTwice(sketch(making, { type: "DEPOSIT", amount: "120000", player: 1, at: later(at, -19 * 3_600) }));
  const playerCalled = {
    by: STAFF.support[1],
    at: later(open.calls[1]?.at ?? at, 2_700),
    text: "プレイヤーは振込済みと主張。振込明細の画像を受領、サービスへ照会中。",
  };
  return [
    { ...cleared, resolved, notes: [inquired], dismissed: { by: cleared.requestedBy, at: later(resolved.at, 900) } },
    { ...open, notes: [playerCalled] },
  ];

  function failsTwice(order: DemoOrder): DemoOrder {
    const from = order.decided[0]?.at ?? order.requestedAt;
    const failed = clearOfMidnight(
      send(order, random, { at: from, ends: [{ to: "FAILED", afterS: 130 }], signedFrom }),
    );
    const first = failed.calls[0];
    if (!first) throw new Error("it failed without a call");
    return { ...failed, calls: [first, { ...first, at: later(first.at, 184), status: "COMPLETED" }] };
  }
}

/** What waits as the history ends: open at the service, waiting for approval, unknown, on its way. */
export function waitingNow(making: Making): DemoOrder[] {
  const { random, signedFrom, at } = making;
  const ago = (minutes: number) => later(at, -60 * minutes);
  const sent = (order: DemoOrder, ends: Parameters<typeof send>[2]["ends"]) =>
    send(order, random, { at: order.decided[0]?.at ?? order.requestedAt, ends, signedFrom });
  const pends = [{ to: "PENDING" as const, afterS: 40 }];
  return [
    sketch(making, { type: "WITHDRAW", amount: "142000", player: 6, at: ago(164), by: STAFF.ops[1] }),
    sketch(making, { type: "WITHDRAW", amount: "38500", player: 11, at: ago(52), by: STAFF.ops[2] }),
    sketch(making, { type: "WITHDRAW", amount: "26500", currency: "THB", player: 2, at: ago(23), by: STAFF.ops[1] }),
    sent(approved(sketch(making, { type: "WITHDRAW", amount: "92000", player: 8, at: ago(190) }), 420), pends),
    sent(approved(sketch(making, { type: "WITHDRAW", amount: "17400", player: 12, at: ago(75) }), 240), pends),
    sent(approved(sketch(making, { type: "WITHDRAW", amount: "51000", player: 14, at: ago(9) }), 200), []),
    sent(sketch(making, { type: "DEPOSIT", amount: "30000", player: 10, at: ago(21) }), []),
    sent(sketch(making, { type: "DEPOSIT", amount: "5000", player: 13, at: ago(12) }), []),
    sent(sketch(making, { type: "DEPOSIT", amount: "2400", currency: "THB", player: 1, at: ago(6) }), []),
    unfamiliar(sketch(making, { type: "DEPOSIT", amount: "20000", player: 15, at: ago(7) })),
    unknown(approved(sketch(making, { type: "WITHDRAW", amount: "47200", player: 16, at: ago(8) }), 380)),
    onItsWay(sketch(making, { type: "DEPOSIT", amount: "10000", player: 17, at: later(at, -24) })),
  ];

  /** Called with a status that the specification lacks; asked, the service says COMPLETED. */
  function unfamiliar(order: DemoOrder): DemoOrder {
    const placed = sent(order, []);
    const paidAt = later(at, -52);
    return {
      ...placed,
      moves: [{ to: "COMPLETED", at: paidAt, knownAt: later(at, 60) }],
      calls: [{ at: later(paidAt, 0.7), status: "SETTLED", isSigned: true }],
    };
  }

  function unknown(order: DemoOrder): DemoOrder {
    const claimedAt = later(order.decided[0]?.at ?? order.requestedAt, 0.6);
    const answeredAt = later(claimedAt, 1.9);
    const checks = [4, 11, 22, 36, 50].map((afterS) => later(answeredAt, afterS));
    return { ...order, attempt: { claimedAt, answeredAt, answer: "lost" }, checks };
  }

  function onItsWay(order: DemoOrder): DemoOrder {
    const claimedAt = later(order.requestedAt, 0.5);
    return { ...order, attempt: { claimedAt, answeredAt: null, answer: "created" }, placedAt: later(claimedAt, 0.1) };
  }
}
