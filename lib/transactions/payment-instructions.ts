import "server-only";
import { and, asc, eq, isNull } from "drizzle-orm";
import { paymentInstructions } from "@/drizzle/schema/deposits";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { INSTRUCTION_FACTS as FACTS, type InstructionsView } from "./schema";

type Fact = (typeof FACTS)[number];
const RECEIVER_FACTS = FACTS.filter((fact) => fact !== "address");
type Facts = Record<Fact, string | null>;

/** Payment instructions in an answer of the service. Absent and null both mean not stated. */
export type HowToPay = { [F in Fact]?: string | null | undefined };

type Kept = { transactionRow: string; exchangeId: string; said: HowToPay };

/**
 * Stores new values of an answer. What it leaves out stays as stated before. Where it states another bank or account,
 * nothing of the earlier one stays: one composed of two answers may belong to a third party.
 */
export async function keepInstructions(tx: Tx, ctx: Ctx, { transactionRow, exchangeId, said }: Kept): Promise<void> {
  const before = (await statedSoFar(tx, transactionRow)).at(-1);
  const isNew = FACTS.some((fact) => said[fact] != null && said[fact] !== before?.[fact]);
  if (!isNew) return;
  const isOtherAccount = RECEIVER_FACTS.some(
    (fact) => before?.[fact] != null && said[fact] != null && said[fact] !== before[fact],
  );
  const facts = factsOf((fact) => said[fact] ?? (isOtherAccount && fact !== "address" ? null : before?.[fact]) ?? null);
  await tx.insert(paymentInstructions).values({ transactionRow, exchangeId, at: ctx.now(), ...facts });
}

/** The latest payment instructions of an order; null if the service has stated none. */
export async function instructionsFor(db: Db | Tx, transactionRow: string): Promise<InstructionsView | null> {
  const stated = await statedSoFar(db, transactionRow);
  const now = stated.at(-1);
  if (!now) return null;
  const differs = (fact: Fact) => stated.some((row) => row[fact] !== null && row[fact] !== now[fact]);
  return {
    ...factsOf((fact) => now[fact]),
    at: now.at.toISOString(),
    changed: FACTS.some(differs),
    masked: false,
    revealable: false,
  };
}

const factsOf = (read: (fact: Fact) => string | null) =>
  Object.fromEntries(FACTS.map((fact) => [fact, read(fact)])) as Facts;

const statedSoFar = (db: Db | Tx, transactionRow: string) =>
  db
    .select()
    .from(paymentInstructions)
    .where(and(eq(paymentInstructions.transactionRow, transactionRow), isNull(paymentInstructions.rawRemovedAt)))
    .orderBy(asc(paymentInstructions.id));
