import type { Ctx } from "@/lib/auth/context";
import { listPlayers as playersPage } from "@/lib/kyc/queries";
import { playersAsked } from "@/lib/kyc/schema";
import { listOrders } from "@/lib/transactions/list/list";
import { ordersAsked } from "@/lib/transactions/schema";

type Given = Record<string, string>;

/** First pages of the lists, as their addresses ask for them. */
export const listWithdrawals = async (ctx: Ctx, given: Given = {}) =>
  (await listOrders(ctx, ordersAsked.parse({ list: "withdrawals", ...given }))).rows;

export const listDeposits = async (ctx: Ctx, given: Given = {}) =>
  (await listOrders(ctx, ordersAsked.parse({ list: "deposits", ...given }))).rows;

export const listPlayers = (ctx: Ctx, given: Given = {}) => playersPage(ctx, playersAsked.parse(given));
