import "server-only";
import { payees, payeeVersions } from "@/drizzle/schema/payees";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { readGrid } from "@/lib/imports/read-grid";
import { bankDirectory } from "@/lib/japan/directory/load";
import { payeeKey } from "@/lib/limits/payee";
import { err, ok, type Result } from "@/lib/result";
import { isCurrent, payeesWith } from "../known-by";
import { changedParts, type PayeePart } from "../rules";
import { type PayeeInput, saidBy } from "../schema";
import { accountsOf, checkLine, type LineProblem } from "./check-line";
import { type PayeeFields, type PayeeLine, payeeLines } from "./columns";
import type { FileOutcome, PayeeFile, PayeeFileProblem } from "./schema";

const LINES_MAX = 1_000;

export type PlannedLine = {
  line: number;
  outcome: FileOutcome;
  payee: PayeeInput | null;
  problems: LineProblem[];
  cells: PayeeFields;
  changed: PayeePart[];
  /** The payee that has the account. */
  payeeId: string | null;
  /** Its version in force, or the last one that was proposed. */
  seen: number | null;
};

/** What the file would add to the book or propose to change. It deletes nothing: an empty cell keeps what the book says. */
export async function planFile(
  db: Db | Tx,
  ctx: Ctx,
  { bytes, encoding }: PayeeFile,
): Promise<Result<PlannedLine[], PayeeFileProblem>> {
  const grid = await readGrid(bytes, encoding);
  if (!grid.ok) return grid;
  const lines = payeeLines(grid.value);
  if (!lines.ok) return lines;
  const rows = lines.value.length;
  if (rows === 0) return err({ kind: "empty" });
  if (rows > LINES_MAX) return err({ kind: "too_many_rows", rows, most: LINES_MAX });
  const directory = await bankDirectory();
  const book = await inBook(db, ctx, lines.value.flatMap(accountsOf));
  const heldOf = (line: PayeeLine) =>
    accountsOf(line)
      .flatMap((account) => book.get(keyOf(account)) ?? [])
      .find(isCurrent)?.says;
  const checked = lines.value.map((line) => checkLine(line, directory, heldOf(line)));
  const first = new Set<string>();
  return ok(
    checked.map(({ line, payee, problems, cells }): PlannedLine => {
      const none = { line, payee, problems, cells, changed: [], payeeId: null, seen: null };
      if (payee === null) return { ...none, outcome: "problem" };
      const key = keyOf({ currency: payee.currency, payeeKey: payeeKey(payee) });
      if (first.has(key)) return { ...none, outcome: "twice" };
      first.add(key);
      const known = book.get(key);
      if (!known) return { ...none, outcome: "add" };
      const { says } = known;
      const { id: payeeId, version, waiting } = known.payee;
      if (!isCurrent(known)) return { ...none, payeeId, outcome: "blocked" };
      const filled = { ...payee, playerId: payee.playerId || (says.playerId ?? ""), label: payee.label || says.label };
      const changed = changedParts(says, saidBy(filled));
      const found = { line, payee: filled, problems, cells, changed, payeeId, seen: version ?? says.version };
      if (changed.length === 0) return { ...found, outcome: "same" };
      return { ...found, outcome: waiting === null ? "change" : "waits" };
    }),
  );
}

type Account = { currency: string; payeeKey: string };
const keyOf = ({ currency, payeeKey: key }: Account) => `${currency} ${key}`;

type Known = Awaited<ReturnType<typeof payeesWith>>[number];

/** The payees with these accounts, each by its version in force or by what waits, else by one that was turned down. */
async function inBook(db: Db | Tx, ctx: Ctx, accounts: Account[]): Promise<Map<string, Known>> {
  const payeeKeys = [...new Set(accounts.map(({ payeeKey: key }) => key))];
  const rows = await payeesWith(db, ctx, { payeeKeys }).orderBy(payees.currency, payeeVersions.version);
  // Of several versions with this account, the one in force comes first, then what waits.
  const first = rows.toSorted((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)));
  return new Map(
    first.toReversed().map((row) => [keyOf({ currency: row.payee.currency, payeeKey: row.says.payeeKey }), row]),
  );
}
