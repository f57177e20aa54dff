import { apiFacts } from "@/drizzle/schema/api-drift";
import { auditEvents } from "@/drizzle/schema/audit";
import { balanceSnapshots } from "@/drizzle/schema/balances";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import type { Actor } from "@/lib/auth/actor";
import type { Vault } from "@/lib/auth/crypto";
import { isPerson } from "@/lib/auth/permissions";
import { DEMO_SEEDER } from "@/lib/auth/users";
import type { Db, Tx } from "@/lib/db/connection";
import { createPaymentsApi } from "@/lib/payments-api/client";
import { balancesOf, bookingsOf, openingOf, snapshotsOf } from "../books";
import { type History, makeHistory } from "../history";
import { later } from "../order";
import type { Currency } from "../players";
import type { Service } from "../service";
import { bulkInsert } from "./bulk";
import { closeDays } from "./closes";
import { keepControl } from "./control";
import { recordForged } from "./heard";
import { recordOrder } from "./order-records";
import { audit, ENVIRONMENT, emptyRecords, type Recorder, type Records, TABLES } from "./records";
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
    for (const order of history.orders) recordOrder(recorder, order);
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
    available: (currency, at) =>
      balances.get(currency as Currency)?.findLast((balance) => balance.at <= at)?.available ?? "0",
  };
  const snapshots = [...balances].flatMap(([currency, ran]) =>
    snapshotsOf(ran, history.at).map((snapshot) => ({ environment: ENVIRONMENT, currency, ...snapshot })),
  );
  return { ...recorder, snapshots };
}

/** Forged callbacks, a few. */
function forge(recorder: Recorder, { orders, at }: History): void {
  const placed = orders.filter(({ placedAt, calls }) => placedAt !== null && calls.length > 0);
  for (const daysAgo of [4, 11, 23]) {
    const order = placed.findLast(({ requestedAt }) => requestedAt < later(at, -86_400 * daysAgo));
    if (order) recordForged(recorder, order, later(order.requestedAt, 4_000));
  }
}

async function writeRecords(tx: Tx, records: Records): Promise<void> {
  records.deliveries.sort((a, b) => +a.receivedAt - +b.receivedAt);
  for (const name of Object.keys(TABLES) as (keyof typeof TABLES)[]) await bulkInsert(tx, TABLES[name], records[name]);
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
