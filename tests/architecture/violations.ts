import type { RULES } from "./rules";

type Edit = (text: string) => string;

/** One thing done wrong in one file of the product: the rule that has to find it, the file, and what is done to it. */
export type Violation = [rule: keyof typeof RULES, path: string, edit: Edit];

const is =
  (text: string): Edit =>
  () =>
    text;
const withImport =
  (name: string, from: string): Edit =>
  (text) =>
    `import { ${name} } from "${from}";\n${text}`;
const without =
  (part: string | RegExp): Edit =>
  (text) => {
    const left = text.replace(part, "");
    if (left === text) throw new Error(`nothing to take out: ${part}`);
    return left;
  };

const GUARD = /^ {2}requirePermission\(ctx, .*\);\n/m;
const PERMISSION = "every use case begins with its permission, or says why it needs none";

export const VIOLATIONS: Violation[] = [
  [PERMISSION, "lib/withdrawals/approvals.ts", without(GUARD)],
  [PERMISSION, "lib/team/user-changes.ts", without(GUARD)],
  [PERMISSION, "lib/transactions/submission/stop.ts", without(GUARD)],
  [PERMISSION, "lib/activity/export.ts", without(GUARD)],
  [PERMISSION, "lib/transactions/submission/recover-stuck.ts", without(GUARD)],
  [PERMISSION, "lib/callbacks/notify.ts", without(/^ \* @unguarded .*\n/m)],
  [
    PERMISSION,
    "lib/banks/queries.ts",
    (text) => text.replace(/^export async function listBanks\(/m, "export const listBanks = async function ("),
  ],
  [
    PERMISSION,
    "lib/withdrawals/commands.ts",
    (text) => text.replace(/^( {2}requirePermission\(ctx, .*\);)$/m, "  await ctx.db.select().from(transactions);\n$1"),
  ],
  ["imports point inwards", "lib/transactions/status/status.ts", withImport("env", "@/lib/env")],
  ["imports point inwards", "lib/money/amount.ts", withImport("getDay", "@/lib/daily-close/queries")],
  ["imports point inwards", "lib/withdrawals/commands.ts", is('const late = () => import("@/lib/jobs/runner");')],
  ["imports point inwards", "lib/balances/queries.ts", withImport("Money", "@/components/display/money")],
  [
    "a page imports use cases, a component neither those nor anything outside",
    "components/display/money.tsx",
    withImport("db", "@/lib/db/connection"),
  ],
  [
    "a page imports use cases, a component neither those nor anything outside",
    "components/withdrawals/approval-card.tsx",
    withImport("decideWithdrawal", "@/lib/withdrawals/approvals"),
  ],
  [
    "a page imports use cases, a component neither those nor anything outside",
    "app/[environment]/balances/page.tsx",
    withImport("balances", "@/drizzle/schema/balances"),
  ],
  ["the sandbox shares no code with the console", "sandbox/main.ts", withImport("sign", "@/lib/payments-api/sign")],
  ["the sandbox shares no code with the console", "lib/payments-api/sign.ts", is('import "../../sandbox/main";')],
  [
    "sibling domains do not import each other",
    "lib/withdrawals/queries.ts",
    withImport("refreshBalances", "@/lib/balances/commands"),
  ],
  [
    "sibling domains do not import each other",
    "lib/deposits/commands.ts",
    withImport("rulesInForce", "@/lib/withdrawals/approval-rule-changes"),
  ],
  [
    "no two folders import each other",
    "lib/transactions/queries.ts",
    withImport("checkDeposit", "@/lib/deposits/queries"),
  ],
  ["no two folders import each other", "components/ui/button.tsx", withImport("Shell", "@/components/shell/shell")],
  ["there are no import cycles", "lib/result.ts", is('import type { SendBy } from "./send-by";')],
  ["there are no import cycles", "lib/result.ts", is('export * from "./send-by";\nimport "./time";')],
  ["a file is named after what it holds", "lib/withdrawals/utils.ts", is("export const help = 1;")],
  ["a file is named after what it holds", "components/withdrawals/approving.tsx", is("export const Approving = null;")],
  ["loose files stay few", "lib/junk.ts", is("export const junk = 1;")],
  [
    "a lib file that reaches a gateway, or is handed one, is marked server-only",
    "lib/banks/queries.ts",
    without('import "server-only";\n'),
  ],
  [
    "a lib file that reaches a gateway, or is handed one, is marked server-only",
    "lib/banks/names.ts",
    is("export async function namesOf(ctx: Ctx) { return ctx.api.banks(); }"),
  ],
  [
    "a route or an action leaves the database to a use case",
    "app/api/[environment]/banks/route.ts",
    withImport("db", "@/lib/db/connection"),
  ],
  ["only lib/env.ts reads process.env", "lib/transactions/commands.ts", is("const url = process.env.DATABASE_URL;")],
  [
    "a 'use server' file exports nothing but action(…)",
    "lib/withdrawals/actions.ts",
    is('"use server";\nexport async function pay() {}'),
  ],
  [
    "a 'use server' file exports nothing but action(…)",
    "lib/withdrawals/actions.ts",
    is('"use server";\nexport { requestWithdrawal } from "./commands";'),
  ],
  [
    "no server function is defined inside another file",
    "app/[environment]/page.tsx",
    (text) => `${text}\nasync function pay() {\n  "use server";\n}\n`,
  ],
  [
    "only the status modules compare a status with a literal",
    "components/display/money.tsx",
    is('const green = status === "COMPLETED";'),
  ],
  ["time and chance come in through ctx", "lib/banks/queries.ts", (text) => `${text}\nconst at = new Date();`],
];
