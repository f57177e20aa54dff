import { DAY_MS, tokyoDay } from "@/lib/time";

/** Crockford's base 32, without letters that resemble digits. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** WD: withdrawal. DP: deposit. */
export type Prefix = "WD" | "DP";

/** The id of a reissued order: WD-…, WD-…-2, WD-…-3, so that every attempt can be queried. */
export function nextReferenceId(referenceId: string): string {
  const { first, times } = partsOf(referenceId);
  return `${first}-${times + 1}`;
}

/** Under which IDs it may have been reissued elsewhere: the first reissue may have been refused, too. */
export function reissuesOf(referenceId: string): string[] {
  const first = nextReferenceId(referenceId);
  return [first, nextReferenceId(first)];
}

/** The id of the first attempt: WD-… for WD-…-2. */
export const firstReferenceId = (referenceId: string): string => partsOf(referenceId).first;

function partsOf(referenceId: string): { first: string; times: number } {
  const [, first = referenceId, times = "1"] =
    /^([A-Z]{2}-(?:\d{8}|[0-9A-Z]{12})-[^-]+)-(\d+)$/.exec(referenceId) ?? [];
  return { first, times: Number(times) };
}

/**
 * A readable referenceId: WD-20261121-7KQ2M9XB. Random rather than counted, so that a restored database never reuses an
 * old order's id.
 */
export const newReferenceId = (prefix: Prefix, at: Date, randomHex: string): string =>
  `${prefix}-${tokyoDay(at).replaceAll("-", "")}-${lettersOf(randomHex)}`;

const ENDINGS = new RegExp(`^(?=.*[A-Z])[${ALPHABET}]{8}(-\\d+)?$`);
const DAYS_BACK = 31;

/**
 * The IDs of the last days that end so: those of a day begin alike, so people read out the end. There is no index of
 * ends, but what is before the random part is known. Digits alone are an amount or an account.
 */
export function referenceIdsEnding(typed: string, now: Date): string[] {
  const end = typed.toUpperCase();
  if (!ENDINGS.test(end)) return [];
  return Array.from({ length: DAYS_BACK }, (_, back) =>
    tokyoDay(new Date(now.getTime() - back * DAY_MS)).replaceAll("-", ""),
  ).flatMap((day) => [`WD-${day}-${end}`, `DP-${day}-${end}`]);
}

/**
 * The ID of the order that a line of a batch becomes: WB-7KQ2M9XB4TQ1-00247. `batchHex`: 24 hexadecimal digits that follow
 * from the batch. Not random, so that a restored database asks the service about the IDs that the lost one sent.
 */
export const batchReferenceId = (batchHex: string, line: number): string =>
  `WB-${lettersOf(batchHex)}-${String(line).padStart(5, "0")}`;

const lettersOf = (hex: string) =>
  (hex.match(/../g) ?? []).map((byte) => ALPHABET[Number.parseInt(byte, 16) % 32]).join("");
