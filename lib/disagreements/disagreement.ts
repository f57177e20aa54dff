/** One field in which a callback disagrees with our record. `held` is empty where only another order has what it says. */
export type Disagreement = { field: DisagreeingField; held: string; said: string };

export const DISAGREEING_FIELDS = ["referenceId", "transactionId", "type", "currency", "amount", "playerId"] as const;
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

/** Figures and short words in capitals are shown to all roles; other text may hold personal data. */
export const isPlain = ({ said }: Disagreement) => /^([A-Z_]{1,20}|-?\d{1,15}(\.\d{1,8})?)$/.test(said);

/** One line of the dashboard. */
export type DisagreementRow = {
  id: string;
  deliveryId: string;
  of: { kind: "order"; referenceId: string } | { kind: "player"; playerId: string };
  fields: Disagreement[];
  isProven: boolean;
  /** How many callbacks disagreed. */
  count: number;
  lastAt: string;
};

export type DisagreementsView = { count: number; rows: DisagreementRow[] };
