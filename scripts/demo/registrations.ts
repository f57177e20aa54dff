import { DAY_MS } from "@/lib/time";
import type { KycStatus } from "@/sandbox/kyc/provider-status";
import type { Day } from "./calendar";
import { FAMILY_NAMES, GIVEN_NAMES } from "./names";
import { later } from "./order";
import type { Player } from "./players";
import { type Random, randomFrom } from "./random";
import { STAFF } from "./staff";

export type DemoRegistration = {
  playerId: string;
  userName: string;
  requestedBy: string;
  requestedAt: Date;
  callbackToken: string;
  claimedAt: Date;
  answeredAt: Date;
  status: KycStatus;
  /** When the service decided; null while it has not. */
  decidedAt: Date | null;
  /** When it will decide, which the sandbox does. */
  dueAt: Date | null;
  isSigned: boolean;
  supersededAt: Date | null;
};

type Making = { seed: string; players: readonly Player[]; days: Day[]; at: Date; signedFrom: Date };

/** Each player of JPY is registered once, or a second time where the first failed; some others never got through. */
export function makeRegistrations({ seed, players, days, at, signedFrom }: Making): DemoRegistration[] {
  const random = randomFrom(`${seed} registrations`);
  const first = days[0]?.from ?? at;
  const make = (playerId: string, userName: string, requestedAt: Date, status: KycStatus, afterMinutes: number) =>
    registration(random, { playerId, userName, requestedAt, status, afterMinutes, signedFrom });

  const known = players
    .filter(({ currency }) => currency === "JPY")
    .flatMap((player) => {
      const begin = player.isOld
        ? new Date(first.getTime() - random.between(1, 24) * DAY_MS)
        : withinDays(random, days);
      const minutes = random.between(1.5, 24);
      const made = make(player.id, player.name, begin, "REGISTERED", minutes);
      if (!random.chance(0.05)) return [made];
      const failed = make(player.id, player.name.replace(/　.*/, "　シヨウ"), later(begin, -5_400), "FAILED", minutes);
      return [{ ...failed, supersededAt: begin }, made];
    });
  const isPast = ({ requestedAt }: DemoRegistration) => requestedAt < later(at, -3_600);

  const others = (["FAILED", "FAILED", "FAILED", "FAILED", "EXPIRED", "EXPIRED", "EXPIRED", "FAILED"] as const).map(
    (status, index) => {
      const minutes = status === "EXPIRED" ? 30 : random.between(2, 20);
      return make(`p-${23_010 + index * 7}`, nameOf(random), withinDays(random, days), status, minutes);
    },
  );
  const pending = [21, 8].map((minutesAgo, index) => {
    const made = make(`p-${23_190 + index * 11}`, nameOf(random), later(at, -60 * minutesAgo), "PENDING", 0);
    return { ...made, dueAt: later(made.requestedAt, 29 * 60) };
  });
  return [...[...known, ...others].filter(isPast), ...pending].toSorted((a, b) => +a.requestedAt - +b.requestedAt);
}

const nameOf = (random: Random) => `${random.pick(FAMILY_NAMES)}　${random.pick(GIVEN_NAMES)}`;

function withinDays(random: Random, days: Day[]): Date {
  const day = days[random.int(0, days.length - 2)] ?? days[0];
  return new Date((day?.from.getTime() ?? 0) + random.between(9.2, 21) * 3_600_000);
}

type Asked = Pick<DemoRegistration, "playerId" | "userName" | "requestedAt" | "status"> & {
  afterMinutes: number;
  signedFrom: Date;
};

function registration(random: Random, { afterMinutes, signedFrom, ...asked }: Asked): DemoRegistration {
  const requestedAt = new Date(Math.round(asked.requestedAt.getTime()));
  const claimedAt = later(requestedAt, random.between(0.4, 1.5));
  const decidedAt = asked.status === "PENDING" ? null : later(claimedAt, 60 * afterMinutes);
  return {
    ...asked,
    requestedAt,
    claimedAt,
    decidedAt,
    requestedBy: random.pick(STAFF.ops),
    callbackToken: random.hex(24),
    answeredAt: later(claimedAt, random.between(0.1, 0.5)),
    dueAt: null,
    isSigned: decidedAt !== null && decidedAt >= signedFrom,
    supersededAt: null,
  };
}
