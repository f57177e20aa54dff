/** What a column of the merchant's ledger can be. */
export const LEDGER_FIELDS = [
  "transactionId",
  "referenceId",
  "type",
  "currency",
  "amount",
  "state",
  "bookedAt",
  "playerId",
] as const;
export type LedgerField = (typeof LEDGER_FIELDS)[number];

/** How a row without an ID finds its order: not at all, or by player, type, amount and Tokyo day together. */
export const RULES = ["none", "player_amount_day"] as const;

/** Which of an order's amounts the ledger holds: what was ordered, or what moved the balance, fees included. */
export const BASES = ["ordered", "moved"] as const;

/** How a ledger is read. It is kept by the fingerprint of its header; a change is its next version. */
export type LedgerMapping = {
  /** The column of each field, counted from 0. */
  columns: Partial<Record<LedgerField, number>>;
  /** What every row means where there is no column. */
  always: { type?: OrderType | undefined; currency?: string | undefined };
  /** The words of the state column for money that moved. Empty: every row is booked. */
  bookedWords: string[];
  rule: (typeof RULES)[number];
  basis: (typeof BASES)[number];
};

export type OrderType = "DEPOSIT" | "WITHDRAW";
export const ORDER_TYPES = ["DEPOSIT", "WITHDRAW"] as const satisfies OrderType[];

/** Column names as people write them, besides the names of the fields. All are folded. */
const NAMES: Record<LedgerField, readonly string[]> = {
  transactionId: ["transaction id", "transaction_id", "取引id", "取引番号", "トランザクションid"],
  referenceId: ["reference id", "reference_id", "reference", "our reference", "参照id", "参照番号", "注文番号"],
  type: ["direction", "kind", "種別", "区分", "入出金区分", "取引種別"],
  currency: ["通貨"],
  amount: ["金額", "取引金額"],
  state: ["status", "状態", "ステータス", "計上"],
  bookedAt: [
    "booked at",
    "booked_at",
    "credited at",
    "credited_at",
    "time",
    "date",
    "日時",
    "計上日時",
    "計上日",
    "取引日時",
    "取引日",
    "日付",
  ],
  playerId: ["player", "player id", "player_id", "プレイヤーid", "会員id", "顧客id"],
};

const folded = (text: string) => text.normalize("NFKC").trim().toLowerCase();

/** A unit behind the name: 金額（円）, time (JST). What else stands in brackets may be about another figure. */
const UNIT = /\s*[([【](?:円|yen|jpy|¥|thb|baht|バーツ|usdt|jst|日本時間)[)\]】]$/;

/** How our references begin: those of a deposit, of a withdrawal and of a line of a batch. */
const OUR_REFERENCE = /^(DP|WD|WB)-/i;

/**
 * What the header's own words say, for a person to check. The first column of a name counts. `first`: the first rows.
 * Systems name the ID of an order alike, whether it is the service's or ours; the values tell them apart.
 */
export function guessMapping(header: readonly string[], first: readonly (readonly string[])[] = []): LedgerMapping {
  const names = header.map((name) => folded(name).replace(UNIT, ""));
  const columns: LedgerMapping["columns"] = {};
  for (const field of LEDGER_FIELDS) {
    const at = names.findIndex((name) => name === folded(field) || NAMES[field].includes(name));
    if (at >= 0) columns[field] = at;
  }
  const { transactionId, ...others } = columns;
  const ids = first.map((cells) => folded(cells[transactionId ?? -1] ?? "")).filter(Boolean);
  const isOurs = ids.length > 0 && ids.every((id) => OUR_REFERENCE.test(id));
  const mapped = transactionId !== undefined && isOurs ? { referenceId: transactionId, ...others } : columns;
  return { columns: mapped, always: {}, bookedWords: [], rule: "none", basis: "ordered" };
}

export type MappingProblem = {
  kind: "amount_unmapped" | "type_unmapped" | "currency_unmapped" | "key_unmapped" | "rule_unmapped" | "no_such_column";
};

/** Where no column is known yet. */
export const UNMAPPED = guessMapping([]);

/** Why a ledger cannot be read by this mapping, or null. */
export function mappingProblem(
  { columns, always, rule }: LedgerMapping,
  header: readonly string[],
): MappingProblem | null {
  if (Object.values(columns).some((column) => column >= header.length)) return { kind: "no_such_column" };
  if (columns.amount === undefined) return { kind: "amount_unmapped" };
  if (columns.type === undefined && always.type === undefined) return { kind: "type_unmapped" };
  if (columns.currency === undefined && always.currency === undefined) return { kind: "currency_unmapped" };
  const hasKey = columns.transactionId !== undefined || columns.referenceId !== undefined;
  if (!hasKey && rule === "none") return { kind: "key_unmapped" };
  const hasRule = columns.playerId !== undefined && columns.bookedAt !== undefined;
  return rule !== "none" && !hasRule ? { kind: "rule_unmapped" } : null;
}

const TYPES: Record<string, OrderType> = {
  ...{ deposit: "DEPOSIT", deposits: "DEPOSIT", in: "DEPOSIT", credit: "DEPOSIT", dp: "DEPOSIT" },
  ...{ 入金: "DEPOSIT", 入: "DEPOSIT", デポジット: "DEPOSIT" },
  ...{ withdraw: "WITHDRAW", withdrawal: "WITHDRAW", withdrawals: "WITHDRAW", payout: "WITHDRAW", out: "WITHDRAW" },
  ...{ debit: "WITHDRAW", wd: "WITHDRAW", 出金: "WITHDRAW", 出: "WITHDRAW", 払出: "WITHDRAW", 送金: "WITHDRAW" },
};

export const typeOf = (typed: string): OrderType | null => TYPES[typed] ?? TYPES[folded(typed)] ?? null;

export const isBookedWord = (typed: string, bookedWords: readonly string[]): boolean =>
  bookedWords.length === 0 || bookedWords.some((word) => folded(word) === folded(typed));
