/**
 * One field in which a report disagrees with our record. `held` is empty where only another order has what it says; of
 * `actualAmount`, which was reported as moved, it is the amount that was requested.
 */
export type Disagreement = { field: DisagreeingField; held: string; said: string };

export const DISAGREEING_FIELDS = [
  ...(["referenceId", "transactionId", "type", "currency", "amount", "playerId"] as const),
  "actualAmount",
] as const;
export type DisagreeingField = (typeof DISAGREEING_FIELDS)[number];

/** What a callback says and what a list keeps of it. */
export const SAID_AT_MOST = 120;

type Line = { fields: Disagreement[]; isProven: boolean };

/**
 * Whether a callback takes the place of what is on the line of its order, and has to be seen again. Anyone can send
 * unsigned ones: they never displace a signed one, and after a person has seen the line only another field counts.
 */
export function isNews(held: Line & { isSeen: boolean }, came: Line): boolean {
  if (came.isProven) return !held.isProven || !sameFields(held.fields, came.fields);
  if (held.isProven) return false;
  return !held.isSeen || came.fields.some(({ field }) => !held.fields.some((known) => known.field === field));
}

const sameFields = (a: Disagreement[], b: Disagreement[]) =>
  a.length === b.length && a.every(({ field, said }, at) => b[at]?.field === field && b[at]?.said === said);

const UUID = "[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}";
const PLAIN = new RegExp(`^([A-Z_]{1,20}|-?\\d{1,15}(\\.\\d{1,8})?|${UUID})$`);

/**
 * Figures, short words in capitals and UUIDs, as transaction IDs are, are shown to all roles; other text may hold personal
 * data.
 */
export const isPlain = ({ said }: Disagreement) => PLAIN.test(said);

/** As it is shown: masked by role. `currencies`: of the two amounts; null of other fields. */
export type ShownDisagreement = Disagreement & { currencies: Record<"held" | "said", string> | null };

/** One line of the dashboard. */
export type DisagreementRow = {
  id: string;
  deliveryId: string;
  of: { kind: "order"; referenceId: string } | { kind: "player"; playerId: string };
  fields: ShownDisagreement[];
  isProven: boolean;
  /** How many callbacks disagreed. */
  count: number;
  lastAt: string;
};

export type DisagreementsView = { count: number; rows: DisagreementRow[] };
