import "server-only";
import { createBatch } from "./batches";
import { type Endpoint, endpoint } from "./endpoint";
import { readEvents } from "./events";
import { BATCH_EXAMPLE, PAYOUT_EXAMPLE } from "./examples";
import { getOrder, listOrderBook } from "./orders";
import { requestPayout } from "./payouts";
import { getPlayerKyc, listBalances, listPayeeBook } from "./records";
import {
  balancesAnswer,
  batchAnswer,
  batchRequest,
  eventsAnswer,
  eventsQuery,
  orderAnswer,
  orderPath,
  ordersAnswer,
  ordersQuery,
  payeesAnswer,
  payeesQuery,
  payoutAnswer,
  payoutRequest,
  playerAnswer,
  playerPath,
} from "./shapes";

const POST_PROBLEMS = ["invalid_json", "too_large", "idempotency_key_missing", "idempotency_key_reused"] as const;

/** Every operation of the API. Each has a route in `app/v1` and a row in the access-control matrix. */
export const ENDPOINTS = {
  requestPayout: endpoint({
    ...{ id: "requestPayout", method: "POST", path: "/v1/withdrawals", scope: "payouts:request" },
    summary: "Request a payout. It takes the approvals that the rules ask for, like one from a form.",
    body: payoutRequest.describe(
      "Either `payeeId`, or `destination`, `destinationName`, `destinationAccount` and `destinationAccountName`; in JPY with `destinationBranchCode`, `destinationBranchName` and `destinationAccountType`.",
    ),
    ...{ answer: payoutAnswer, status: 201, example: PAYOUT_EXAMPLE },
    problems: [
      ...POST_PROBLEMS,
      "exceeds_key_limit",
      "exceeds_balance",
      "unknown_outcome",
      "payee_not_payable",
      "sending_disabled",
    ],
    handle: (ctx, { body }) => requestPayout(ctx, body),
  }),
  createBatch: endpoint({
    ...{ id: "createBatch", method: "POST", path: "/v1/batches", scope: "payouts:request" },
    summary: "Request a batch of payouts, or keep it as a draft.",
    body: batchRequest.describe("Either `rows` or `file`."),
    ...{ answer: batchAnswer, status: 201, maxBytes: 12 * 1024 * 1024, example: BATCH_EXAMPLE },
    problems: [...POST_PROBLEMS, "exceeds_key_limit", "file_not_readable", "sending_disabled"],
    handle: (ctx, { body }) => createBatch(ctx, body),
  }),
  listOrders: endpoint({
    ...{ id: "listOrders", method: "GET", path: "/v1/orders", scope: "orders:read" },
    summary: "List orders, the newest first, fifty a page.",
    ...{ query: ordersQuery, answer: ordersAnswer, status: 200, problems: [] },
    handle: (ctx, { query }) => listOrderBook(ctx, query),
  }),
  getOrder: endpoint({
    ...{ id: "getOrder", method: "GET", path: "/v1/orders/{referenceId}", scope: "orders:read" },
    summary: "Read an order with its status and the evidence for it.",
    ...{ pathParameters: orderPath, answer: orderAnswer, status: 200, problems: ["not_found"] },
    handle: (ctx, { path }) => getOrder(ctx, path),
  }),
  listPayees: endpoint({
    ...{ id: "listPayees", method: "GET", path: "/v1/payees", scope: "payees:read" },
    summary: "List saved payees, the newest first, fifty a page.",
    ...{ query: payeesQuery, answer: payeesAnswer, status: 200, problems: [] },
    handle: (ctx, { query }) => listPayeeBook(ctx, query),
  }),
  listBalances: endpoint({
    ...{ id: "listBalances", method: "GET", path: "/v1/balances", scope: "balances:read" },
    summary: "Read the balances.",
    ...{ answer: balancesAnswer, status: 200, problems: [] },
    handle: (ctx) => listBalances(ctx),
  }),
  getPlayer: endpoint({
    ...{ id: "getPlayer", method: "GET", path: "/v1/players/{playerId}", scope: "players:read" },
    summary: "Read a player's KYC registration.",
    ...{ pathParameters: playerPath, answer: playerAnswer, status: 200, problems: ["not_found"] },
    handle: (ctx, { path }) => getPlayerKyc(ctx, path),
  }),
  readEvents: endpoint({
    ...{ id: "readEvents", method: "GET", path: "/v1/events", scope: "events:read" },
    summary: "Follow changes of orders and registrations. They are recorded while a key with this scope exists.",
    ...{ query: eventsQuery, answer: eventsAnswer, status: 200, problems: [] },
    handle: (ctx, { query }) => readEvents(ctx, query),
  }),
} satisfies Record<string, Endpoint>;
export type EndpointId = keyof typeof ENDPOINTS;
