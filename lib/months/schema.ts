import { z } from "zod";
import type { JournalKind } from "@/lib/journals/accounts";
import type { KindSum } from "@/lib/journals/entries";
import { monthRange } from "./month";

/** A month of the calendar in Tokyo, as `2026-11`. */
export const oneMonth = z.object({ month: z.string().refine((text) => monthRange(text) !== null) });
export type OneMonth = z.output<typeof oneMonth>;
export const onePackage = oneMonth.extend({ version: z.coerce.number().int().min(1).max(9_999) });
export type OnePackage = z.output<typeof onePackage>;

/** What a package says in a few figures. `sums`: of what its journals are made. `leftOut`: how many sums these leave out. */
export type PackageFigures = {
  closedDays: number;
  openDays: number;
  openExceptions: number;
  journalLines: number;
  leftOut: number;
  sums: KindSum[];
};

export type PackageRow = {
  version: number;
  requestedBy: string;
  requestedAt: string;
  /** Null while it is being packed. */
  packed: { at: string; bytes: number; sha256: string; contentHash: string; figures: PackageFigures } | null;
};

export type MonthRow = {
  month: string;
  /** Its last moment has passed. */
  isOver: boolean;
  closedDays: number;
  /** Days that are over, have records and are not closed. */
  openDays: number;
  openExceptions: number;
  /** The newest package. */
  latest: PackageRow | null;
  /** Paid orders of the month that became known after it was last packed. Another month's package may have them. */
  learnedSincePacked: number;
};

/** How far its days are closed. `unrecorded`: they were over before the record began, so none can be. */
export function stateOf({ isOver, closedDays, openDays }: MonthRow) {
  if (!isOver) return "running";
  if (openDays > 0) return "open";
  return closedDays > 0 ? "closed" : "unrecorded";
}

export type MonthView = MonthRow & {
  days: { day: string; state: "closed" | "open" | "running" | "future" | "unknown" }[];
  /** Newest first. */
  packages: PackageRow[];
  /** By what its sums differ from those of the newest finished package: a journal of it would be another. */
  changedSincePacked: KindSum[];
  /** Open ones of this month and of earlier ones. A package also lists those of later days that a run of the month names. */
  exceptionsToList: number;
  /** Kinds that the journals leave out, as they have no accounts. */
  missingAccounts: JournalKind[];
};

export type CannotPack = { kind: "not_over_yet" } | { kind: "before_the_records" } | { kind: "packing_already" };
