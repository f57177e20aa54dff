import { BATCH_FIELDS, type RowFields } from "@/lib/batches/row";

/** ¥12,000 to Yamada Taro. */
const TYPED: RowFields = {
  playerId: "p-20117",
  destination: "0005",
  destinationName: "",
  destinationBranchCode: "001",
  destinationBranchName: "",
  destinationAccountType: "普通",
  destinationAccount: "0123456",
  destinationAccountName: "ヤマダ　タロウ",
  amount: "12,000",
  currency: "JPY",
  memo: "",
};
export const BLANK_ROW: RowFields = { ...TYPED, playerId: "", amount: "" };
export const typedRow = (more: Partial<RowFields> = {}): RowFields => ({ ...TYPED, ...more });

/** A file of our template. */
export const batchFile = (rows: Partial<RowFields>[]): Uint8Array =>
  new TextEncoder().encode(
    [BATCH_FIELDS, ...rows.map((row) => BATCH_FIELDS.map((field) => `"${typedRow(row)[field]}"`))]
      .map((cells) => cells.join(","))
      .join("\r\n"),
  );

/** So many rows to different accounts, of ¥1,000 and a few yen. */
export const manyRows = (count: number, from = 0): Partial<RowFields>[] =>
  Array.from({ length: count }, (_none, at) => ({
    playerId: `p-${from + at}`,
    destinationAccount: String(1_000_000 + from + at),
    amount: String(1_001 + at),
  }));
