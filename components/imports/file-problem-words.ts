import type { useTranslations } from "next-intl";
import type { FileProblem } from "@/lib/batches/read-file";

const MEGABYTE = 1024 * 1024;

/** Why a file could not be read, with the figures. Payouts and players are read by one importer. */
export function fileProblemWords(
  t: ReturnType<typeof useTranslations<"imports.problems">>,
  problem: FileProblem,
): string {
  switch (problem.kind) {
    case "too_large":
      return t("too_large", { megabytes: (problem.bytes / MEGABYTE).toFixed(1), most: problem.most / MEGABYTE });
    case "too_many_rows":
      return t("too_many_rows", { rows: problem.rows, most: problem.most });
    case "quotes":
    case "no_header":
      return t(problem.kind, { line: problem.line });
    case "several_sheets":
      return t("several_sheets", { sheets: problem.sheets });
    case "columns_missing":
    case "columns_unknown":
      return t(problem.kind, { columns: problem.columns });
    case "zengin_character":
      return t("zengin_character", { record: problem.record, position: problem.position });
    case "zengin_type":
      return t("zengin_type", { type: problem.type });
    case "zengin_length":
    case "zengin_order":
      return t(problem.kind, { record: problem.record });
    case "empty":
    case "spreadsheet":
    case "not_text":
    case "no_byte_order_mark":
    case "encoding_unclear":
    case "workbook_damaged":
    case "workbook_too_large":
    case "zengin_ebcdic":
      return t(problem.kind);
  }
}
