import { apiFacts } from "@/drizzle/schema/api-drift";
import { auditEvents } from "@/drizzle/schema/audit";
import { balanceSnapshots } from "@/drizzle/schema/balances";
import { deliveries } from "@/drizzle/schema/deliveries";
import { paymentInstructions } from "@/drizzle/schema/deposits";
import { discrepancies, discrepancyResolutions } from "@/drizzle/schema/discrepancies";
import { exchanges, reports } from "@/drizzle/schema/evidence";
import { payoutDismissals } from "@/drizzle/schema/follow-ups";
import { notes } from "@/drizzle/schema/notes";
import { registrationAttempts, registrationReports } from "@/drizzle/schema/registration-evidence";
import { registrations } from "@/drizzle/schema/registrations";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import type { Actor } from "@/lib/auth/actor";
import type { Vault } from "@/lib/auth/crypto";
import { isPerson } from "@/lib/auth/permissions";
import { DEMO_SEEDER } from "@/lib/auth/users";
import type { Db, Tx } from "@/lib/db/connection";
import { createPaymentsApi } from "@/lib/payments-api/client";
import { type Balance, balancesOf, bookingsOf, openingOf, snapshotsOf } from "../books";
import { type History, makeHistory } from "../history";
import { later } from "../order";
import type { Currency } from "../players";
import type { Service } from "../service";
import { bulkInsert } from "./bulk";
import { closeDays } from "./closes";
import { keepControl } from "./control";
import { recordForged } from "./heard";
import { recordOrders } from "./orders";
import { audit, ENVIRONMENT, emptyRecords, type Recorder, type Records } from "./records";
import { recordRegistration } from "./registration-records";

export type Console = { db: Db; vault: Vault; baseUrl: string; kycGateway?: string | undefined };

/**
 * Fills a console's database with the history that the sandbox was filled with, in one transaction. False where it has
 * orders of its own, or was filled before. The people must be there.
 */
export async function fillConsole(to: Console, service: Service, until: Date): Promise<boolean> {
  return to.db.transaction(async (tx) => {
    if ((await tx.$count(transactions)) > 0) return false;
    const history = makeHistory(until);
    const recorder = await recorderFor(tx, to, service, history);
    const { records } = recorder;
    await recordOrders(tx, recorder, history);
    for (const one of history.registrations) recordRegistration(recorder, one);
    forge(recorder, history);
    keepControl(recorder, history);
    await writeRecords(tx, records);
    await bulkInsert(tx, balanceSnapshots, recorder.snapshots);
    await closeDays(tx, recorder, history);
    const [first] = history.days;
    const detail = { from: first?.day, until: until.toISOString(), orders: history.orders.length };
    audit(recorder, { at: until, actor: DEMO_SEEDER, action: "demo_data.created", subject: ENVIRONMENT, detail });
    await bulkInsert(
      tx,
      auditEvents,
      records.audit.toSorted((a, b) => +a.at - +b.at),
    );
    return true;
  });
}

async function recorderFor(tx: Tx, to: Console, service: Service, history: History) {
  const found = await tx.select().from(users);
  const byEmail = new Map(
    found
      .filter(isPerson)
      .map(({ id, email, name, role }) => [email, { kind: "user", id, email, name, role } as const]),
  );
  const { merchant } = service;
  const bookings = bookingsOf(history, merchant);
  const currencies = Object.keys(merchant.currencies) as Currency[];
  const balances = new Map(
    currencies.map((currency) => {
      const opening = { at: openingOf(history), amount: merchant.currencies[currency]?.openingBalance ?? "0" };
      return [currency, balancesOf(bookings, currency, opening)];
    }),
  );
  const recorder: Recorder = {
    ...{ records: emptyRecords(), vault: to.vault, service, payUrl: to.baseUrl, at: history.at },
    person(email): Actor & { id: string } {
      const person = byEmail.get(email);
      if (!person) throw new Error(`the demo's history needs ${email}`);
      return person;
    },
    apiAt: (at, nonce) =>
      createPaymentsApi({
        ...{
          baseUrl: to.baseUrl,
          apiKey: merchant.apiKey,
          secretKey: merchant.secretKey,
          now: () => at,
          nonce: () => nonce,
        },
        ...(to.kycGateway !== undefined && { kycGateway: to.kycGateway }),
      }),
    available: (currency, at) => lastUntil(balances.get(currency as Currency) ?? [], at)?.available ?? "0",
  };
  const snapshots = [...balances].flatMap(([currency, ran]) =>
    snapshotsOf(ran, history.at).map((snapshot) => ({ environment: ENVIRONMENT, currency, ...snapshot })),
  );
  return { ...recorder, snapshots };
}

/** Of what is in order of time, the last until a moment. */
function lastUntil(balances: Balance[], at: Date): Balance | undefined {
  let [low, high] = [0, balances.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((balances[middle]?.at ?? at) <= at) low = middle + 1;
    else high = middle;
  }
  return balances[low - 1];
}

/** Forged callbacks, a few. */
function forge(recorder: Recorder, { orders, at }: History): void {
  const placed = orders.filter(({ placedAt, calls }) => placedAt !== null && calls.length > 0);
  for (const daysAgo of [4, 11, 23]) {
    const order = placed.findLast(({ requestedAt }) => requestedAt < later(at, -86_400 * daysAgo));
    if (order) recordForged(recorder, order, later(order.requestedAt, 4_000));
  }
}

/** In the order of their references. */
async function writeRecords(tx: Tx, records: Records): Promise<void> {
  await bulkInsert(tx, registrations, records.registrations);
  await bulkInsert(tx, exchanges, records.exchanges);
  await bulkInsert(tx, registrationAttempts, records.registrationAttempts);
  await bulkInsert(
    tx,
    deliveries,
    records.deliveries.toSorted((a, b) => +a.receivedAt - +b.receivedAt),
  );
  await bulkInsert(tx, reports, records.reports);
  await bulkInsert(tx, registrationReports, records.registrationReports);
  await bulkInsert(tx, paymentInstructions, records.paymentInstructions);
  await bulkInsert(tx, discrepancies, records.discrepancies);
  await bulkInsert(tx, discrepancyResolutions, records.discrepancyResolutions);
  await bulkInsert(tx, payoutDismissals, records.payoutDismissals);
  await bulkInsert(tx, notes, records.notes);
  await bulkInsert(tx, apiFacts, factRows(records));
}

function factRows({ facts }: Records): (typeof apiFacts.$inferInsert)[] {
  const rows = new Map<string, typeof apiFacts.$inferInsert>();
  for (const { facts: shown, from, until } of facts.values()) {
    for (const { fact, value } of shown) {
      const row = rows.get(`${fact} ${value}`) ?? {
        environment: ENVIRONMENT,
        fact,
        value,
        firstSeenAt: from,
        lastSeenAt: until,
      };
      if (from < row.firstSeenAt) row.firstSeenAt = from;
      if (until > row.lastSeenAt) row.lastSeenAt = until;
      rows.set(`${fact} ${value}`, row);
    }
  }
  return [...rows.values()];
}
