import { describe, expect, test } from "vitest";
import { type Files, RULES, readHouse } from "./house";

const house = readHouse(process.cwd());

describe("the house", () => {
  test.each(Object.entries(RULES))("%s", (_name, broken) => {
    expect(broken(house)).toEqual([]);
  });
});

/** A rule that cannot fail protects nothing: each is shown a house with one stone out of place. */
const VIOLATIONS: [rule: keyof typeof RULES, path: string, text: string][] = [
  ["every file belongs to a ring", "lib/helpers.ts", "export const help = 1;"],
  ["imports point inwards", "lib/transactions/state.ts", 'import { env } from "@/lib/env";'],
  ["imports point inwards", "lib/withdrawals/commands.ts", 'const late = () => import("@/lib/jobs/runner");'],
  ["shut doors stay shut", "components/money.tsx", 'import { db } from "@/lib/db/connection";'],
  ["shut doors stay shut", "components/money.tsx", 'import { listWithdrawals } from "@/lib/withdrawals/queries";'],
  ["shut doors stay shut", "sandbox/main.ts", 'import { sign } from "@/lib/payments-api/sign";'],
  ["shut doors stay shut", "lib/payments-api/sign.ts", 'import "../../sandbox/main";'],
  [
    "sibling domains do not import each other",
    "lib/withdrawals/commands.ts",
    'import { refreshBalances } from "@/lib/balances/commands";',
  ],
  ["there are no import cycles", "lib/result.ts", 'import { tokyoDay } from "./time";\nexport * from "./environment";'],
  ["only lib/env.ts reads process.env", "lib/transactions/commands.ts", "const url = process.env.DATABASE_URL;"],
  [
    "a 'use server' file exports nothing but action(…)",
    "lib/withdrawals/actions.ts",
    '"use server";\nexport async function pay() {}',
  ],
  [
    "a 'use server' file exports nothing but action(…)",
    "lib/withdrawals/actions.ts",
    '"use server";\nexport { requestWithdrawal } from "./commands";',
  ],
  ["gateways, verbs and doors are marked server-only", "lib/banks/queries.ts", "export const banks = [];"],
  [
    "every verb begins with its permission",
    "lib/banks/queries.ts",
    "export async function listBanks(ctx: Ctx) { return ctx.api.banks(); }",
  ],
  ["only state.ts compares a status with a word", "components/money.tsx", 'const green = status === "COMPLETED";'],
  [
    "what is loaded on demand leaves the page standing",
    "components/money.tsx",
    'const Chart = lazy(() => import("./chart"));',
  ],
  ["below the doors, time and chance come in through ctx", "lib/banks/queries.ts", "const at = new Date();"],
];

describe("a planted violation is found", () => {
  test.each(VIOLATIONS)("%s: %s", (rule, path, text) => {
    const planted: Files = new Map(house).set(path, text);
    if (rule === "there are no import cycles") planted.set("lib/time.ts", 'import { ok } from "./result";');
    const found = RULES[rule]!(planted);
    expect(found.some((line) => line.includes(path))).toBe(true);
  });

  test("every rule has a violation that it finds", () => {
    expect(new Set(VIOLATIONS.map(([rule]) => rule))).toEqual(new Set(Object.keys(RULES)));
  });
});
