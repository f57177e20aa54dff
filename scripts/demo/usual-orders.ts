import { amountOf } from "./amounts";
import { neededFor } from "./approval-sums";
import { type Day, momentOf, ordersOn } from "./calendar";
import { clearOfMidnight, refuse, send } from "./lifecycle";
import { noteOn } from "./notes";
import { type DemoOrder, later, newOrder } from "./order";
import type { Player, Recipient } from "./players";
import type { Random } from "./random";
import { STAFF } from "./staff";

export type Setting = {
  signedFrom: Date;
  /** When players of JPY may pay in. */
  registeredAt: ReadonlyMap<string, Date>;
  /** The demo's ops person asks for no ordinary payout from then on: today's are theirs. */
  opsFreeFrom: Date;
};

/** The first ideas of a day, in order of time. Who approves and what follows is decided in that order. */
export function requestsOf(day: Day, random: Random, players: readonly [Player, ...Player[]], setting: Setting) {
  const usual = Array.from({ length: ordersOn(day, random) }, () => usualRequest(day, random, players, setting));
  const supplier = new Date(`${day.day}T00:00:00Z`).getUTCDay() === 5 ? [supplierRequest(day, random)] : [];
  return [...usual.flatMap((one) => one ?? []), ...supplier];
}

function usualRequest(day: Day, random: Random, players: readonly [Player, ...Player[]], setting: Setting) {
  const requestedAt = momentOf(day, random);
  const player = random.weighted(players, ({ weight }) => weight);
  const type = random.chance(0.62) ? "DEPOSIT" : "WITHDRAW";
  const amount = amountOf(random, player.currency, type);
  const requestedBy = type === "DEPOSIT" ? supportAt(requestedAt, random) : opsAt(requestedAt, random, setting);
  const made = newOrder(random, {
    type,
    amount,
    requestedBy,
    requestedAt,
    currency: player.currency,
    playerId: player.id,
    party: player.recipient,
  });
  const since = setting.registeredAt.get(player.id);
  const isTaken = type === "WITHDRAW" || player.currency !== "JPY" || (since !== undefined && since < requestedAt);
  return isTaken ? made : null;
}

/** Each Friday noon the affiliates' agency is paid. */
function supplierRequest(day: Day, random: Random): DemoOrder {
  const requestedAt = new Date(day.from.getTime() + Math.round(random.between(11, 14) * 3_600_000));
  const amount = String(random.int(9, 18) * 100_000);
  return newOrder(random, {
    ...{ type: "WITHDRAW", currency: "JPY", amount, requestedBy: STAFF.ops[1], requestedAt },
    ...{ playerId: "partner-0007", purpose: `アフィリエイト報酬 ${day.day}締め`, party: AGENCY },
  });
}

export const AGENCY = {
  destination: "0005",
  destinationName: "三菱UFJ銀行",
  destinationBranchCode: "341",
  destinationBranchName: "新宿",
  destinationAccount: "2448106",
  destinationAccountName: "カ）アオバコウコク",
  destinationAccountType: "2",
} as const satisfies Recipient;

const tokyoHour = (at: Date) => (at.getUTCHours() + 9) % 24;

function supportAt(at: Date, random: Random): string {
  const [first, second, late] = STAFF.support;
  const hour = tokyoHour(at);
  if (hour >= 8 && hour < 16) return random.chance(0.6) ? first : second;
  return hour >= 16 && random.chance(0.5) ? second : late;
}

function opsAt(at: Date, random: Random, { opsFreeFrom }: Setting): string {
  const [first, second, third] = STAFF.ops;
  if (at < opsFreeFrom && tokyoHour(at) >= 9 && tokyoHour(at) < 18 && random.chance(0.45)) return first;
  return random.chance(0.5) ? second : third;
}

/** Everything that follows from a request. `before`: the orders until then, for the sums that approvals go by. */
export function livedOut(order: DemoOrder, random: Random, before: DemoOrder[], { signedFrom }: Setting): DemoOrder {
  const asked = order.type === "WITHDRAW" ? decide({ ...order, needed: neededFor(order, before) }, random) : order;
  if (asked.ended !== null) return dismissedLater(asked, random, asked.ended.at);
  const at = asked.decided.at(-1)?.at ?? asked.requestedAt;
  if (order.currency === "THB" && random.chance(0.035)) return dismissedLater(refuse(asked, random, at), random, at);
  const lived = clearOfMidnight(send(asked, random, { at, ends: endsOf(order, random), signedFrom }));
  const last = lived.moves.at(-1);
  if (last === undefined || last.to === "COMPLETED" || last.to === "PENDING") return lived;
  const noted = random.chance(0.4) ? { ...lived, notes: [noteOn(lived, random, last.knownAt)] } : lived;
  return dismissedLater(noted, random, last.knownAt);
}

function decide(order: DemoOrder, random: Random): DemoOrder {
  if (order.needed.approvers === 0) return order;
  const [first, second, third] = STAFF.approvers;
  const waitS = () => Math.min(90 * Math.exp(random.normal() * 1.1) * 3, 9_000) + 40;
  const at = later(order.requestedAt, waitS());
  const drawn = random.between(0, 1);
  if (drawn < 0.006) return { ...order, ended: { as: "expired", at: later(order.requestedAt, 86_430) } };
  if (drawn < 0.014) return { ...order, ended: { as: "withdrawn", at } };
  const by = random.pick([first, second, third]);
  if (drawn < 0.042) return refused(order, { by, at }, drawn < 0.026 ? "declined" : "sent_back", random);
  const decided = [{ by, at, decision: "approved" as const }];
  if (order.needed.approvers > 1) {
    const other = [first, second, third].find((one) => one !== by) ?? second;
    decided.push({ by: other, at: later(at, waitS()), decision: "approved" });
  }
  return { ...order, decided };
}

const REASONS = {
  declined: [
    "本人確認書類と口座名義が一致しないため。",
    "Bonus terms are not met yet.",
    "同日に同じ口座へ3件目の出金のため。",
  ],
  sent_back: [
    "口座番号を本人に再確認してください。",
    "Please attach the player's bank statement.",
    "支店名の確認をお願いします。",
  ],
} as const;

function refused(order: DemoOrder, who: { by: string; at: Date }, decision: "declined" | "sent_back", random: Random) {
  const reason = random.pick(REASONS[decision]);
  return { ...order, decided: [{ ...who, decision, reason }], ended: { as: decision, at: who.at } };
}

/** Their requester has seen it. */
function dismissedLater(order: DemoOrder, random: Random, at: Date): DemoOrder {
  if (order.type === "DEPOSIT") return order;
  return { ...order, dismissed: { by: order.requestedBy, at: later(at, random.between(300, 14_000)) } };
}

function endsOf({ type, amount }: DemoOrder, random: Random) {
  const drawn = random.between(0, 1);
  if (type === "DEPOSIT") {
    if (drawn < 0.075) return [{ to: "FAILED" as const, afterS: 1_800 + random.between(0, 20) }];
    if (drawn < 0.085) return [{ to: "CANCELLED" as const, afterS: random.between(600, 5_000) }];
    const paid = { to: "COMPLETED" as const, afterS: 70 + 240 * Math.exp(random.normal() * 0.8) };
    return drawn < 0.1 ? [{ to: "PENDING" as const, afterS: random.between(60, 300) }, paid] : [paid];
  }
  if (drawn < 0.024) return [{ to: "FAILED" as const, afterS: random.between(20, 200) }];
  if (drawn < 0.034) return [{ to: "CANCELLED" as const, afterS: random.between(900, 7_000) }];
  if (drawn < 0.04) return [{ to: "RESOLVED" as const, afterS: random.between(1_800, 9_000) }];
  const paid = {
    to: "COMPLETED" as const,
    afterS: 18 + (amount.length > 5 ? 90 : 45) * Math.exp(random.normal() * 0.7),
  };
  return drawn < 0.055
    ? [
        { to: "PENDING" as const, afterS: random.between(30, 200) },
        { ...paid, afterS: random.between(1_200, 12_000) },
      ]
    : [paid];
}
