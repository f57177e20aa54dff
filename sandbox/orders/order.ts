import type { Sql } from "../database";
import type { Currency } from "../money/currencies";
import type { Status } from "./status";

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
  /** When and how it is to settle by itself, if it is. */
  settleAt: Date | null;
  settleAs: Status | null;
};

const COLUMNS = `
  transaction_id as "transactionId", provider_order_id as "providerOrderId", merchant, reference_id as "referenceId",
  repeat, type, status, currency, amount, fee, net_amount as "netAmount", method, player_id as "playerId",
  callback_url as "callbackUrl", parties, pay_token as "payToken", created_at as "createdAt",
  updated_at as "updatedAt", settle_at as "settleAt", settle_as as "settleAs"`;

/** The other side's account number, as the merchant gave it. */
export const accountOf = ({ parties: { given } }: Pick<Order, "parties">): string | undefined =>
  given.destinationAccount ?? given.payerAccount;

/** actualAmount: null until the money has moved. */
export const actualAmount = (order: Pick<Order, "status" | "netAmount">): string | null =>
  order.status === "COMPLETED" ? order.netAmount : null;

/** The orders that already carry one of these references, newest first. */
export async function ordersByReference(sql: Sql, merchants: number[], referenceIds: string[]): Promise<Order[]> {
  const { rows } = await sql.query<Order>({
    name: "orders by reference",
    // Row by row, so that each is looked up in the index whatever was known of the table when this was planned.
    text: `select orders.* from unnest($1::int[], $2::text[]) as given (merchant, reference_id),
             lateral (select ${COLUMNS} from orders
                      where (merchant, reference_id) = (given.merchant, given.reference_id) offset 0) as orders
           order by repeat desc`,
    values: [merchants, referenceIds],
  });
  return rows;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function orderById(sql: Sql, transactionId: string): Promise<Order | undefined> {
  if (!UUID.test(transactionId)) return undefined;
  const text = `select ${COLUMNS} from orders where transaction_id = $1`;
  const { rows } = await sql.query<Order>({ name: "order by id", text, values: [transactionId] });
  return rows[0];
}

export async function ordersById(sql: Sql, transactionIds: string[]): Promise<Order[]> {
  const text = `select ${COLUMNS} from orders where transaction_id = any($1::uuid[])`;
  const { rows } = await sql.query<Order>({ name: "orders by id", text, values: [transactionIds] });
  return rows;
}

/** By the service's id or the merchant's; of several orders with one reference, the newest. */
export async function findOrder(sql: Sql, merchant: number, id: string): Promise<Order | undefined> {
  const order = await orderById(sql, id);
  return order?.merchant === merchant ? order : (await ordersByReference(sql, [merchant], [id]))[0];
}

export async function orderByPayToken(sql: Sql, token: string): Promise<Order | undefined> {
  const text = `select ${COLUMNS} from orders where pay_token = $1`;
  const { rows } = await sql.query<Order>({ name: "order by pay token", text, values: [token] });
  return rows[0];
}

export async function latestOrders(sql: Sql, limit: number): Promise<Order[]> {
  const text = `select ${COLUMNS} from orders order by transaction_id desc limit $1`;
  const { rows } = await sql.query<Order>({ name: "latest orders", text, values: [limit] });
  return rows;
}
