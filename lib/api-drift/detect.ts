import type { Said } from "@/lib/callbacks/delivery";
import { type Exact, parseExact } from "@/lib/payments-api/json";

/**
 * What the service's messages show beyond single orders: announced changes, and undocumented fields and values
 * (merchant-payments-api.md, "Versioning").
 */
export const API_FACTS = [
  "callback_signature",
  "callback_repeated",
  "callback_provider_order_id",
  "callback_player_id",
  "callback_unknown_field",
  "callback_unknown_status",
  "answer_provider_order_id",
  "answer_bad_signature",
  "answer_unknown_field",
  "answer_unknown_status",
  "answer_undocumented",
] as const;
export type FactName = (typeof API_FACTS)[number];
export type ApiFact = { fact: FactName; value: string };

/** Names and words come from outside: so many characters of them are kept, and so many of them from one message. */
const VALUE_MAX = 60;
const STRANGERS_MAX = 5;

const TRANSACTION_STATUSES = ["SUCCESS", "PENDING", "COMPLETED", "FAILED", "CANCELLED", "RESOLVED"];
const KYC_STATUSES = ["PENDING", "REGISTERED", "FAILED", "EXPIRED"];

const TRANSACTION_CALLBACK =
  "transaction_id provider_order_id reference_id status type amount actual_amount currency method".split(" ");
const KYC_CALLBACK = "event player_id gateway status provider_status currency".split(" ");

const CREATED = "transactionId providerOrderId amount fee actualAmount status message".split(" ");
const RECEIVER = "receiverAccount receiverName receiverBank receiverBankCode receiverBankBranch".split(" ");
const ANSWERS: Record<string, readonly string[]> = {
  "/withdraw": CREATED,
  "/deposit": [...CREATED, "address", ...RECEIVER],
  "/transactions": [
    ..."transactionId providerOrderId merchantId referenceId type currency status playerId".split(" "),
    ..."superTransactionId createdAt updatedAt method amount fee netAmount actualAmount currentBalance".split(" "),
    ...RECEIVER,
  ],
  "/balance": ["currency", "available_balance", "ledger_balance"],
  "/banks": ["name", "branch", "bankCode", "branchCode", "nameShort"],
  "/kyc-register": ["playerId", "gateway", "status", "message"],
  "/kyc/status": ["playerId", "gateway", "status", "providerStatus", "updatedAt"],
};

type Came = { text: string; signature: string; isRepeat: boolean; said: Said };

/** What a delivery that could be read shows. */
export function factsOfDelivery({ text, signature, isRepeat, said }: Came): ApiFact[] {
  const names = namesIn(text);
  const isKyc = said.playerId !== null;
  const known = isKyc ? KYC_CALLBACK : TRANSACTION_CALLBACK;
  const statuses = isKyc ? KYC_STATUSES : TRANSACTION_STATUSES;
  const facts: ApiFact[] = [
    { fact: "callback_signature", value: signature },
    ...(isRepeat ? [{ fact: "callback_repeated" as const, value: "yes" }] : []),
    isKyc
      ? { fact: "callback_player_id", value: /^\d+_/.test(said.playerId ?? "") ? "prefixed" : "plain" }
      : { fact: "callback_provider_order_id", value: names.includes("provider_order_id") ? "present" : "absent" },
    ...strangers(names, known).map((value) => ({ fact: "callback_unknown_field" as const, value })),
  ];
  return statuses.includes(said.status)
    ? facts
    : [...facts, { fact: "callback_unknown_status", value: cut(said.status) }];
}

type Heard = { path: string; status: number | null; body: string | null };

/** API drift shown by a response, independent of the request. */
export function factsOfAnswer({ path, status, body }: Heard): ApiFact[] {
  if (status === null) return [];
  if (status !== 200) return factsOfError(status, body);
  const known = ANSWERS[path];
  const read = body === null ? null : parseExact(body);
  if (!known || !read?.ok) return [];

  const items = Array.isArray(read.value) ? read.value : [read.value];
  const names = [...new Set(items.flatMap(namesOf))];
  const facts: ApiFact[] = strangers(names, known).map((name) => ({
    fact: "answer_unknown_field",
    value: `${path}: ${name}`,
  }));
  if (known.includes("providerOrderId"))
    facts.push({ fact: "answer_provider_order_id", value: names.includes("providerOrderId") ? "present" : "absent" });
  const word = wordAt(read.value, "status");
  const statuses = path.startsWith("/kyc") ? KYC_STATUSES : TRANSACTION_STATUSES;
  if (word !== null && !statuses.includes(word)) facts.push({ fact: "answer_unknown_status", value: cut(word) });
  return facts;
}

/** The statuses that the specification lists for errors; what it says of 5xx is only that they happen. */
const DOCUMENTED = [400, 401, 403, 404];

function factsOfError(status: number, body: string | null): ApiFact[] {
  const read = body === null ? null : parseExact(body);
  const message = read?.ok ? wordAt(read.value, "message") : null;
  // The same words mean that our secret is wrong, with 400 today and with 401 once announced.
  if ((status === 400 || status === 401) && message === "Invalid signature")
    return [{ fact: "answer_bad_signature", value: String(status) }];
  if (status >= 500 || DOCUMENTED.includes(status)) return [];
  return [{ fact: "answer_undocumented", value: `HTTP ${status}` }];
}

function namesIn(text: string): string[] {
  const read = parseExact(text);
  return read.ok ? namesOf(read.value) : [];
}

const namesOf = (value: Exact): string[] =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? Object.keys(value) : [];

const strangers = (names: string[], known: readonly string[]) =>
  names
    .filter((name) => !known.includes(name))
    .slice(0, STRANGERS_MAX)
    .map(cut);

// PostgreSQL holds no U+0000.
const cut = (text: string) => [...text.toWellFormed().replaceAll("\0", "\ufffd")].slice(0, VALUE_MAX).join("");

function wordAt(value: Exact, name: string): string | null {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
  const word = Object.entries(value).find(([key]) => key === name)?.[1];
  return typeof word === "string" ? word : null;
}
