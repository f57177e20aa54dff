import { isZenginText, zenginBytes } from "@/lib/imports/zengin/characters";
import { RECORD_LENGTH } from "@/lib/imports/zengin/layout";
import { zenginOf } from "@/lib/japan/zengin";
import { type CheckLayout, dataRecord } from "./layout";

/** Who asks, as the merchant's bank knows them. */
export type Inquirer = { code: string; name: string };

type Account = {
  destination: string;
  destinationBranchCode: string | null;
  destinationAccountType: string | null;
  destinationAccount: string;
  destinationAccountName: string;
};

const NAME_LENGTH = 40;

/** The holder in the bank's spelling, as long as its field is; null where the format cannot carry it. */
export function holderIn({ fields }: CheckLayout, name: string): string | null {
  const holder = zenginOf(name);
  const [first, last] = fields.holder;
  if (!isZenginText(holder)) return null;
  return holder.length <= last - first + 1 ? holder : null;
}

/** A file that asks the bank about accounts. It carries no amount, so that no bank can take it for a file of transfers. */
export function writeInquiry(
  layout: CheckLayout,
  { code, name }: Inquirer,
  { accounts, date }: { accounts: Account[]; date: string },
): Uint8Array<ArrayBuffer> {
  const header = `1${layout.fileType}0${code.padStart(10, "0")}${zenginOf(name).slice(0, NAME_LENGTH).padEnd(NAME_LENGTH, " ")}${date}`;
  const data = accounts.map((account) =>
    dataRecord(layout, {
      bank: account.destination,
      branch: account.destinationBranchCode ?? "",
      accountType: account.destinationAccountType ?? "",
      account: account.destinationAccount,
      holder: holderIn(layout, account.destinationAccountName) ?? "",
      result: "",
    }),
  );
  const trailer = `8${String(accounts.length).padStart(6, "0")}${"0".repeat(12)}`;
  const records = [header, ...data, trailer, "9"].map((record) => record.padEnd(RECORD_LENGTH, " "));
  return zenginBytes(records.map((record) => `${record}\r\n`).join(""));
}
