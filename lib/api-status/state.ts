import type { FactName } from "@/lib/api-drift/detect";
import { driftSeconds, isDrifting } from "@/lib/payments-api/clock";
import type { Failure } from "@/lib/payments-api/failure";

/** What must be right for the service to answer us, in the order of diagnosis. */
export const CHECKS = ["reachable", "clock", "key", "ip", "signature"] as const;
export type CheckName = (typeof CHECKS)[number];
/** `unknown`: this answer does not tell. */
export type Verdict = "right" | "wrong" | "unknown";
export type Verdicts = Record<CheckName, Verdict>;

type Heard = { failure: Failure | null; serviceTime: Date | null; ourTime: Date };

/**
 * What the answer to a harmless question says of the connection (merchant-payments-api.md, "Errors"). The status
 * decides; its words only tell the two causes apart that share one.
 */
export function diagnose({ failure, serviceTime, ourTime }: Heard): Verdicts {
  const clock = serviceTime === null ? "unknown" : isDrifting(driftSeconds(serviceTime, ourTime)) ? "wrong" : "right";
  const nothing: Verdicts = { reachable: "wrong", clock, key: "unknown", ip: "unknown", signature: "unknown" };
  if (failure === null) return { reachable: "right", clock, key: "right", ip: "right", signature: "right" };
  // Something answered, as of another time.
  if (failure.kind === "unknown" && failure.reason === "outdated_answer") return { ...nothing, reachable: "right" };
  if (failure.kind !== "refused") return nothing;

  const reached: Verdicts = { ...nothing, reachable: "right" };
  const { status, message } = failure;
  // To find a signature wrong, the service must have taken the key, and us for one who may ask.
  if (status !== 403 && /signature/i.test(message))
    return { ...reached, key: "right", ip: "right", signature: "wrong" };
  if (status === 400 && /timestamp/i.test(message)) return { ...reached, clock: "wrong", key: "right", ip: "right" };
  if (status === 401) return { ...reached, key: "wrong" };
  if (status === 403) return { ...reached, ip: "wrong" };
  return reached;
}

/** What the service has announced for some day, as far as the wire shows it (merchant-payments-api.md, "Versioning"). */
export const ANNOUNCED = [
  "signed_callbacks",
  "repeated_callbacks",
  "plain player_id",
  "no provider_order_id",
  "no providerOrderId",
  "bad signature 401",
] as const;
export type Announced = (typeof ANNOUNCED)[number];

const SIGNS: Record<Announced, { fact: FactName; today: string | null; fresh: string }> = {
  signed_callbacks: { fact: "callback_signature", today: "absent", fresh: "valid" },
  repeated_callbacks: { fact: "callback_repeated", today: null, fresh: "yes" },
  "plain player_id": { fact: "callback_player_id", today: "prefixed", fresh: "plain" },
  "no provider_order_id": { fact: "callback_provider_order_id", today: "present", fresh: "absent" },
  "no providerOrderId": { fact: "answer_provider_order_id", today: "present", fresh: "absent" },
  "bad signature 401": { fact: "answer_bad_signature", today: "400", fresh: "401" },
};

export const ANNOUNCED_FACTS = Object.values(SIGNS).map(({ fact }) => fact);

/** Times are ISO 8601. */
export type SeenFact = { fact: string; value: string; firstSeenAt: string; lastSeenAt: string };

export type AnnouncedView = {
  change: Announced;
  /** `both`: the old way has been seen again since the new one came up. */
  /** `twice`: all that was seen is the same content more than once, not why it was sent again. */
  state: "seen" | "both" | "not_yet" | "nothing_seen" | "twice";
  since: string | null;
  lastSeenAt: string | null;
};

/** Which of the announced changes have been seen on the wire. */
export function announcedSeen(facts: SeenFact[]): AnnouncedView[] {
  return ANNOUNCED.map((change) => {
    const { fact, today, fresh: announced } = SIGNS[change];
    const at = (value: string | null) => facts.find((one) => one.fact === fact && one.value === value);
    const [old, fresh] = [at(today), at(announced)];
    if (!fresh)
      return { change, state: old ? "not_yet" : "nothing_seen", since: null, lastSeenAt: old?.lastSeenAt ?? null };
    const isBack = old !== undefined && old.lastSeenAt > fresh.firstSeenAt;
    const seen = change === "repeated_callbacks" ? "twice" : "seen";
    return { change, state: isBack ? "both" : seen, since: fresh.firstSeenAt, lastSeenAt: fresh.lastSeenAt };
  });
}

export const STRANGE = [
  "callback_unknown_field",
  "callback_unknown_status",
  "answer_unknown_field",
  "answer_unknown_status",
  "answer_undocumented",
] as const satisfies FactName[];
export type Strange = (typeof STRANGE)[number];
export type StrangeFact = SeenFact & { fact: Strange };

/** What neither the specification nor its announcements tell of. */
export const strangeIn = (facts: SeenFact[]): StrangeFact[] =>
  facts.flatMap((seen) => {
    const fact = STRANGE.find((known) => known === seen.fact);
    return fact ? [{ ...seen, fact }] : [];
  });
