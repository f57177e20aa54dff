import { parseExact } from "@/lib/payments-api/json";
import { masked, type Personal, personalIn, without } from "./mask";

/** `withheld`: it cannot be parsed, so it may hold anything. */
export type Shown = "whole" | "masked" | "withheld";
export type RawText = { text: string; shown: Shown };

/**
 * The fields of the specification that hold nothing personal (merchant-payments-api.md). Every other one is masked: a
 * new field of the service may hold anything.
 */
const OPEN_NAMES = [
  "referenceId transactionId providerOrderId merchantId superTransactionId playerId type status currency method",
  "amount fee netAmount actualAmount currentBalance createdAt updatedAt timestamp nonce channel callbackUrl",
  "destination destinationName destinationBranchCode destinationBranchName destinationAccountType payerBankCode",
  "receiverBank receiverBankCode receiverBankBranch message code fields gateway providerStatus",
  "transaction_id reference_id provider_order_id actual_amount event player_id provider_status",
  "available_balance ledger_balance",
].flatMap((names) => names.split(" "));
const OPEN = new Set(OPEN_NAMES);

/** The fields that all roles may search by. A message is free text. */
export const SEARCHABLE: readonly string[] = OPEN_NAMES.filter((name) => name !== "message");

type Rule = Personal | "other" | "open";

const ruleFor = (name: string): Rule => personalIn(name) ?? (OPEN.has(name) ? "open" : "other");

/**
 * A JSON text as it went over the wire, byte for byte, but for the values that are personal. `values` are taken out of
 * the texts that stay.
 */
export function maskedJson(text: string, values: readonly string[] = []): RawText {
  if (text.trim() === "") return { text, shown: "whole" };
  if (!parseExact(text).ok) return { text: "", shown: "withheld" };
  const hidden = [...values, ...personalValues(text)];
  const shown = walk(text, (rule, token) => {
    const isText = token.startsWith('"');
    // Whether something is there, and true or false, says nothing about whom.
    if (!isText && !/^[-\d]/.test(token)) return token;
    const value: string = isText ? JSON.parse(token) : token;
    const visible = rule === "open" ? without(value, hidden) : masked(rule, value);
    return visible === value ? token : JSON.stringify(visible);
  });
  return { text: shown, shown: shown === text ? "whole" : "masked" };
}

/** The personal values in a JSON text, to be redacted from all other texts about the same order. */
export function personalValues(text: string | null): string[] {
  if (text === null || !parseExact(text).ok) return [];
  const found: string[] = [];
  walk(text, (rule, token) => {
    if ((rule === "account" || rule === "name") && token.startsWith('"')) found.push(JSON.parse(token));
    return token;
  });
  return found;
}

/** The bytes of a body as text where they are UTF-8, else in hexadecimal. */
export function readableBytes(body: Buffer): { body: string; isText: boolean } {
  const text = body.toString("utf8");
  return Buffer.from(text).equals(body) ? { body: text, isText: true } : { body: body.toString("hex"), isText: false };
}

type Wire = { requestBody: string; body: string | null };
type Exchanged = { request: RawText; answer: RawText };

export const wholeExchange = ({ requestBody, body }: Wire): Exchanged => ({
  request: { text: requestBody, shown: "whole" },
  answer: { text: body ?? "", shown: "whole" },
});

/** What went out and what came back, each without what the other gives away. */
export function maskedExchange({ requestBody, body }: Wire): Exchanged {
  const values = [...personalValues(requestBody), ...personalValues(body)];
  return { request: maskedJson(requestBody, values), answer: maskedJson(body ?? "", values) };
}

/** `within` holds for all that is inside of an object or a list, `next` for the value that comes. */
type Frame = { isObject: boolean; within: Rule; next: Rule; nameIsNext: boolean };

const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+|\s+/g;

/** Rewrites a JSON text with each value mapped by `write`. The text is known to be valid JSON. */
function walk(text: string, write: (rule: Rule, token: string) => string): string {
  // What stands alone, or in a list without a name, could be anything; the fields of an object say what they are.
  const open: Frame[] = [{ isObject: false, within: "open", next: "other", nameIsNext: false }];
  return text.replaceAll(TOKENS, (token) => {
    const frame = open.at(-1);
    if (!frame || token.trim() === "" || token === ":") return token;
    switch (token) {
      case "{":
      case "[": {
        const within = frame.isObject ? frame.next : frame.within;
        open.push({ isObject: token === "{", within, next: frame.next, nameIsNext: token === "{" });
        return token;
      }
      case "}":
      case "]":
        open.pop();
        return token;
      case ",":
        frame.nameIsNext = frame.isObject;
        return token;
    }
    if (!frame.nameIsNext) return write(frame.next, token);
    frame.nameIsNext = false;
    frame.next = frame.within === "open" ? ruleFor(JSON.parse(token)) : frame.within;
    return token;
  });
}
