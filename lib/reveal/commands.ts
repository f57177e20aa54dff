import "server-only";
import { and, eq, isNotNull } from "drizzle-orm";
import { deliveries } from "@/drizzle/schema/deliveries";
import { deposits } from "@/drizzle/schema/deposits";
import { exchanges } from "@/drizzle/schema/evidence";
import { registrations } from "@/drizzle/schema/registrations";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { readableBytes } from "@/lib/pii/redact-json";
import { err, ok, type Result } from "@/lib/result";
import { instructionsFor } from "@/lib/transactions/payment-instructions";
import type { Revealed, RevealInput } from "./schema";

/** What was found, and what the line in the audit log is about: an order's referenceId, a player's id, a delivery's. */
type Found = { revealed: Revealed; about: "order" | "player" | "delivery"; subject: string };

/** Reveals one masked value. Without an audit event nothing is shown. */
export async function revealPii(ctx: Ctx, input: RevealInput): Promise<Result<Revealed, { kind: "nothing_there" }>> {
  requirePermission(ctx, "pii:reveal");
  if (input.of === "exchange" || input.of === "delivery") requirePermission(ctx, "transactions:read_raw");
  return ctx.db.transaction(async (tx) => {
    const found = await find(tx, ctx, input);
    if (found === null) return err({ kind: "nothing_there" });
    const { revealed, about, subject } = found;
    const which = "exchangeId" in input ? { exchangeId: input.exchangeId } : {};
    await record(tx, ctx, { action: "pii.revealed", subject, detail: { of: input.of, about, ...which } });
    return ok(revealed);
  });
}

async function find(tx: Tx, ctx: Ctx, input: RevealInput): Promise<Found | null> {
  switch (input.of) {
    case "recipient":
    case "payer":
    case "receiver": {
      const { referenceId } = input;
      const revealed = await ofOrder(tx, ctx, input);
      return revealed && { revealed, about: "order", subject: referenceId };
    }
    case "player":
      return ofPlayer(tx, ctx, input);
    case "exchange":
      return ofExchange(tx, ctx, input);
    case "delivery":
      return ofDelivery(tx, ctx, input);
  }
}

type OfOrder = Extract<RevealInput, { referenceId: string }>;

async function ofOrder(tx: Tx, { environment }: Ctx, { of, referenceId }: OfOrder): Promise<Revealed | null> {
  const mine = and(eq(transactions.environment, environment), eq(transactions.referenceId, referenceId));
  const [found] = await tx
    .select({ id: transactions.id, recipient: withdrawals, payer: deposits })
    .from(transactions)
    .leftJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
    .leftJoin(deposits, eq(deposits.transactionRow, transactions.id))
    .where(mine);
  if (!found) return null;
  const { recipient, payer } = found;
  switch (of) {
    case "recipient": {
      if (!recipient) return null;
      const { destinationAccount, destinationAccountName } = recipient;
      return { of, destinationAccount, destinationAccountName };
    }
    case "payer":
      return payer && { of, payerAccount: payer.payerAccount, payerAccountName: payer.payerAccountName };
    case "receiver": {
      const said = await instructionsFor(tx, found.id);
      if (said === null) return null;
      const { at, address, receiverAccount, receiverName } = said;
      return { of, at, address, receiverAccount, receiverName };
    }
  }
}

async function ofPlayer(tx: Tx, { environment }: Ctx, { playerId }: { playerId: string }): Promise<Found | null> {
  const mine = and(eq(registrations.environment, environment), eq(registrations.playerId, playerId));
  const rows = await tx
    .select({ id: registrations.id, userName: registrations.userName })
    .from(registrations)
    .where(and(mine, isNotNull(registrations.userName)));
  if (rows.length === 0) return null;
  const names = Object.fromEntries(rows.map(({ id, userName }) => [id, userName ?? ""]));
  return { revealed: { of: "player", names }, about: "player", subject: playerId };
}

async function ofExchange(tx: Tx, { environment }: Ctx, { exchangeId }: { exchangeId: string }): Promise<Found | null> {
  const [found] = await tx
    .select({ exchange: exchanges, referenceId: transactions.referenceId, playerId: registrations.playerId })
    .from(exchanges)
    .leftJoin(transactions, eq(transactions.id, exchanges.transactionRow))
    .leftJoin(registrations, eq(registrations.id, exchanges.registrationRow))
    .where(and(eq(exchanges.id, exchangeId), eq(exchanges.environment, environment)));
  if (!found) return null;
  const { requestBody, body } = found.exchange;
  const revealed = { of: "exchange", requestBody, body } as const;
  if (found.playerId !== null) return { revealed, about: "player", subject: found.playerId };
  return found.referenceId === null ? null : { revealed, about: "order", subject: found.referenceId };
}

async function ofDelivery(tx: Tx, { environment }: Ctx, { deliveryId }: { deliveryId: string }): Promise<Found | null> {
  const mine = and(eq(deliveries.id, deliveryId), eq(deliveries.environment, environment));
  const [found] = await tx.select({ body: deliveries.body }).from(deliveries).where(mine);
  if (!found) return null;
  return { revealed: { of: "delivery", ...readableBytes(found.body) }, about: "delivery", subject: deliveryId };
}
