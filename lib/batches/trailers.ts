import type { ZenginFile } from "@/lib/imports/zengin/read-zengin";
import { addAmounts } from "@/lib/money/amount";

type Counted = { count: number; amount: string };

/** A trailer of the file: what it states, and what its data has. `line`: of the trailer. Amounts: whole yen, decimal. */
export type Trailer = { line: number; stated: Counted; counted: Counted };

/** Who requests a file whose trailers differ from its data, and why. */
export type TrailersAccepted = { by: string; at: string; reason: string };

/** All trailers of a file together, and those that differ from their data. */
export type TrailerCheck = { stated: Counted; counted: Counted; differing: Trailer[] };

export const zenginTrailers = ({ groups }: ZenginFile): Trailer[] =>
  groups.map(({ trailer: { number: line, stated, counted } }) => ({ line, stated, counted }));

const differs = ({ stated, counted }: Trailer) => stated.count !== counted.count || stated.amount !== counted.amount;

export const trailersDiffer = (trailers: Trailer[]): boolean => trailers.some(differs);

/** Null for a format without trailers. */
export function checkTrailers(trailers: Trailer[]): TrailerCheck | null {
  if (trailers.length === 0) return null;
  const total = (which: "stated" | "counted") =>
    trailers.reduce(
      (sum, trailer) => ({
        count: sum.count + trailer[which].count,
        amount: addAmounts(sum.amount, trailer[which].amount),
      }),
      { count: 0, amount: "0" },
    );
  return { stated: total("stated"), counted: total("counted"), differing: trailers.filter(differs) };
}
