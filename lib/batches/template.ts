import "server-only";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Download } from "@/lib/exports/download";
import { textWorkbook } from "@/lib/imports/xlsx/write-workbook";
import { JAPANESE_COLUMNS } from "./own-columns";
import { ownCsv } from "./result-files";
import { BATCH_FIELDS, type RowFields } from "./row";
import type { TemplateAsked } from "./schema";

/** Shows every column; its account is of no bank, so that it cannot be paid by mistake. */
const EXAMPLE: RowFields = {
  ...{ playerId: "p-20117", destination: "0000", destinationName: "", destinationBranchCode: "000" },
  ...{ destinationBranchName: "", destinationAccountType: "1", destinationAccount: "0000000" },
  ...{ destinationAccountName: "ヤマダ　タロウ", amount: "12000", currency: "JPY", memo: "" },
};

/** An empty file of payouts with one example. All cells are texts, so that no zero is lost. */
export async function batchTemplate(ctx: Ctx, { format }: TemplateAsked): Promise<Download<Buffer>> {
  requirePermission(ctx, "withdrawals:create");
  if (format === "csv") return { name: "choba-batch-template.csv", body: Buffer.from(ownCsv([EXAMPLE])) };
  const rows = [BATCH_FIELDS.map((field) => JAPANESE_COLUMNS[field]), BATCH_FIELDS.map((field) => EXAMPLE[field])];
  return { name: "choba-batch-template.xlsx", body: await textWorkbook(rows) };
}
