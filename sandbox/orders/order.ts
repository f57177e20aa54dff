import type { Sql } from "../database";
import type { Currency } from "../money/currencies";
import { OPEN_STATUSES, type Status } from "./status";

export type OrderType = "DEPOSIT" | "WITHDRAW";

/** Who pays or is paid, as the merchant sent it, and for a deposit the account to pay to. */
export type Receiver = {
  receiverAccount: string;
  receiverName: string;
  receiverBank: string;
  receiverBankCode: string | null;
  receiverBankBranch: string | null;
};
export type Parties = { receiver: Receiver | null; given: Record<string, string> };

export type Order = {
  transactionId: string;
  providerOrderId: string;
  merchant: number;
  referenceId: string;
  repeat: number;
  type: OrderType;
  status: Status;
  currency: Currency;
  /** Decimals with all digits of the currency. */
  amount: string;
  fee: string;
  netAmount: string;
  method: string;
  playerId: string;
  callbackUrl: string;
  parties: Parties;
  payToken: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** When it moves to which final status, if that is scheduled. */
  resultAt: Date | null;
  resultStatus: Status | null;
};

const COLUMNS = `
  transaction_id as "transactionId", provider_order_id as "providerOrderId", merchant, reference_id as "referenceId",
  repeat, type, status, currency, amount, fee, net_amount as "netAmount", method, player_id as "playerId",
  callback_url as "callbackUrl", parties, pay_token as "payToken", created_at as "createdAt",
  updated_at as "updatedAt", result_at as "resultAt", result_status as "resultStatus"`;

/** The other side's account number, as the merchant gave it. */
export const accountOf = ({ parties: { given } }: Pick<Order, "parties">): string | undefined =>
  given.destinationAccount ?? given.payerAccount;

/** actualAmount: null until the money has moved. */
export const actualAmount = (order: Pick<Order, "status" | "netAmount">): string | null =>
  order.status === "COMPLETED" ? order.netAmount : null;

export type InsertedOrder = Omit<Order, "transactionId" | "status" | "updatedAt">;

export async function insertOrder(sql: Sql, order: InsertedOrder): Promise<Order> {
  const { merchant, referenceId, providerOrderId, repeat, type, method, playerId, callbackUrl, parties } = order;
  const { currency, amount, fee, netAmount, payToken, createdAt, resultAt, resultStatus } = order;
  const { rows } = await sql.query<Order>(
    `insert into orders
       (provider_order_id, merchant, reference_id, repeat, type, currency, amount, fee, net_amount, method,
        player_id, callback_url, parties, pay_token, created_at, updated_at, result_at, result_status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16, $17)
     returning ${COLUMNS}`,
    // biome-ignore format: in the order of the columns
    [providerOrderId, merchant, referenceId, repeat, type, currency, amount, fee, netAmount, method,
     playerId, callbackUrl, parties, payToken, createdAt, resultAt, resultStatus],
  );
  return only(rows);
}

/** Sets a status, which ends what was scheduled. */
export async function setStatus(sql: Sql, transactionId: string, status: Status, now: Date): Promise<Order> {
  const { rows } = await sql.query<Order>(
    `update orders set status = $2, updated_at = $3, result_at = null, result_status = null
     where transaction_id = $1 returning ${COLUMNS}`,
    [transactionId, status, now],
  );
  return only(rows);
}

function only(rows: Order[]): Order {
  const [order] = rows;
  if (!order) throw new Error("the statement returned no order");
  return order;
}

const find = async (sql: Sql, which: string, values: unknown[] = []) =>
  (await sql.query<Order>(`select ${COLUMNS} from orders ${which}`, values)).rows;

/** Of several orders with one reference, the newest. */
export async function latestByReference(sql: Sql, merchant: number, referenceId: string): Promise<Order | undefined> {
  const which = "where merchant = $1 and reference_id = $2 order by repeat desc limit 1";
  const [latest] = await find(sql, which, [merchant, referenceId]);
  return latest;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function orderById(sql: Sql, transactionId: string): Promise<Order | undefined> {
  if (!UUID.test(transactionId)) return undefined;
  const [order] = await find(sql, "where transaction_id = $1", [transactionId]);
  return order;
}

/** By the service's id or the merchant's reference. */
export async function findOrder(sql: Sql, merchant: number, id: string): Promise<Order | undefined> {
  const order = await orderById(sql, id);
  return order?.merchant === merchant ? order : latestByReference(sql, merchant, id);
}

export async function orderByPayToken(sql: Sql, token: string): Promise<Order | undefined> {
  const [order] = await find(sql, "where pay_token = $1", [token]);
  return order;
}

export const dueOrders = (sql: Sql): Promise<Order[]> =>
  find(sql, "where result_at <= now() order by result_at limit 100");

export const latestOrders = (sql: Sql, limit: number): Promise<Order[]> =>
  find(sql, "order by id desc limit $1", [limit]);

export const latestOpenOrders = (sql: Sql, limit: number): Promise<Order[]> =>
  find(sql, "where status = any($2) order by id desc limit $1", [limit, OPEN_STATUSES]);

export const latestOtherOrders = (sql: Sql, limit: number): Promise<Order[]> =>
  find(sql, "where status <> all($2) order by id desc limit $1", [limit, OPEN_STATUSES]);
