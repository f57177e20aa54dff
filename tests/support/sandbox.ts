import { randomBytes } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type SandboxAccess, startSandbox as start } from "@/scripts/lib/sandbox.mjs";
import { bundled } from "./bundle";
import { scratchFolder } from "./scratch";

export type TestSandbox = SandboxAccess & { stop: () => Promise<void> };

type Options = {
  databaseUrl: string;
  /** What differs from the merchant below, in the words of the sandbox's configuration file. */
  settings?: Record<string, unknown>;
  /** Further merchants, each likewise. */
  others?: Record<string, unknown>[];
};

/** No automatic results: a test decides its orders on the operator's side. */
const MERCHANT = {
  number: 10001,
  name: "Test Store",
  currencies: {
    JPY: { openingBalance: "1000000", fees: { WITHDRAW: { flat: "150", perMille: "5" }, DEPOSIT: { perMille: "15" } } },
    THB: { openingBalance: "200000.00", fees: { WITHDRAW: { flat: "12.50" } } },
    USDT: { openingBalance: "5000", fees: { WITHDRAW: { flat: "1" } } },
  },
  gateways: ["JPBANK"],
  resultAfterMs: null,
};

/** The same with a balance for all tests that share one console. */
export const WEALTHY = {
  currencies: {
    JPY: { ...MERCHANT.currencies.JPY, openingBalance: "90000000" },
    THB: { ...MERCHANT.currencies.THB, openingBalance: "20000000.00" },
    USDT: MERCHANT.currencies.USDT,
  },
};

export const newKeys = () => ({
  apiKey: randomBytes(16).toString("hex"),
  secretKey: randomBytes(32).toString("hex"),
});

/** A sandbox in a process of its own, on free ports, with one merchant and new keys. */
export async function startSandbox({ databaseUrl, settings = {}, others = [] }: Options): Promise<TestSandbox> {
  const folder = await scratchFolder();
  const config = join(folder, "sandbox.json");
  const keys = newKeys();
  const merchants = [{ ...keys, ...settings }, ...others].map((own) => ({ ...MERCHANT, ...own }));
  await writeFile(config, JSON.stringify({ merchants }), { mode: 0o600 });

  const { baseUrl, operatorUrl, apiKey, secretKey, kycGateway, stop } = await start({
    databaseUrl,
    config,
    port: 0,
    operatorPort: 0,
    program: [await bundled("sandbox/main.ts")],
  });
  return {
    ...{ baseUrl, operatorUrl, apiKey, secretKey, kycGateway },
    async stop() {
      await stop();
      await rm(folder, { recursive: true });
    },
  };
}
