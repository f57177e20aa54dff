import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { duration } from "../duration";
import { DECIMALS } from "../money/currencies";
import { isDecimal } from "../money/decimals";
import { PER_MILLE_DECIMALS } from "../money/fees";
import { announced } from "./announced";

const decimal = (decimals: number) =>
  z.string().refine((text) => isDecimal(text, decimals), `must be a decimal with at most ${decimals} digits`);

const fee = (decimals: number) =>
  z.strictObject({ flat: decimal(decimals).default("0"), perMille: decimal(PER_MILLE_DECIMALS).default("0") });

const account = (decimals: number) =>
  z.strictObject({
    openingBalance: decimal(decimals).default("0"),
    fees: z.strictObject({ DEPOSIT: fee(decimals).prefault({}), WITHDRAW: fee(decimals).prefault({}) }).prefault({}),
  });

/** What an operator may change while the sandbox runs. */
export const adjustableSettings = z.strictObject({
  announced: announced.prefault("none"),
  /** The delay until orders and registrations get their result; null leaves them to the operator. */
  resultAfterMs: duration.nullable().default(null),
  /** What a second create with the same referenceId does. */
  repeatedReference: z.enum(["refuse", "same", "second"]).default("refuse"),
});

export const merchant = z.strictObject({
  number: z.int().positive(),
  name: z.string().min(1),
  environment: z.enum(["sandbox", "production"]).default("sandbox"),
  apiKey: z.string().min(16),
  secretKey: z.string().min(16),
  allowedIps: z.array(z.union([z.ipv4(), z.ipv6()])).default(["127.0.0.1", "::1"]),
  currencies: z
    .strictObject({ JPY: account(DECIMALS.JPY), THB: account(DECIMALS.THB), USDT: account(DECIMALS.USDT) })
    .partial(),
  gateways: z.array(z.string().min(1)).default([]),
  /** The delay until a deposit's payment page says that it has expired. */
  payWithinMs: duration.positive().default(1_800_000),
  /** The delay until a pending registration is EXPIRED. */
  kycPendingMs: duration.positive().default(1_800_000),
  /** For callbacks that are retried: the delay doubles from `firstMs` on. */
  retry: z
    .strictObject({ firstMs: duration.positive().default(2_000), attempts: z.int().positive().default(12) })
    .prefault({}),
  ...adjustableSettings.shape,
});
export type Merchant = z.output<typeof merchant>;

const file = z.strictObject({
  merchants: z
    .array(merchant)
    .min(1)
    .refine((all) => new Set(all.map(({ number }) => number)).size === all.length, "numbers must differ")
    .refine((all) => new Set(all.map(({ apiKey }) => apiKey)).size === all.length, "API keys must differ"),
});

/** The merchants of the configuration file. The first start writes one with a demo merchant and new keys. */
export async function readMerchants(path: string): Promise<Merchant[]> {
  const text = await readFile(path, "utf8").catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return writeFirst(path);
  });
  const read = file.safeParse(parse(path, text));
  if (read.success) return read.data.merchants;
  throw new Error(
    `${path}: ${read.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("; ")}`,
  );
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${path} is not JSON`, { cause });
  }
}

async function writeFirst(path: string): Promise<string> {
  const demo: z.input<typeof merchant> = {
    number: 10001,
    name: "Demo Store",
    apiKey: `key_${randomBytes(16).toString("hex")}`,
    secretKey: `secret_${randomBytes(32).toString("hex")}`,
    allowedIps: ["127.0.0.1", "::1"],
    currencies: {
      JPY: {
        openingBalance: "50000000",
        fees: { DEPOSIT: { perMille: "15" }, WITHDRAW: { flat: "150", perMille: "5" } },
      },
      THB: {
        openingBalance: "2000000.00",
        fees: { DEPOSIT: { perMille: "12" }, WITHDRAW: { flat: "12.50", perMille: "2.5" } },
      },
      USDT: { openingBalance: "250000", fees: { DEPOSIT: { perMille: "10" }, WITHDRAW: { flat: "1" } } },
    },
    gateways: ["JPBANK"],
    announced: "none",
    resultAfterMs: 8_000,
    repeatedReference: "refuse",
  };
  const text = `${JSON.stringify({ merchants: [demo] }, null, 2)}\n`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text, { mode: 0o600, flag: "wx" });
  return text;
}
