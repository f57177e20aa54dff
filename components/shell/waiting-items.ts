import type { Route } from "next";
import type { Messages } from "next-intl";
import { forgedPath } from "@/lib/activity/filter";
import type { DashboardView } from "@/lib/dashboard/schema";
import type { Environment } from "@/lib/environment";
import { isCut } from "@/lib/withdrawals/follow-up";

type WaitingItem = {
  kind: keyof Messages["shell"]["notifications"]["kinds"];
  count: number;
  isMore?: boolean;
  path: Route;
};

/**
 * What waits for the reader by kind, the most urgent first, and where each is dealt with. Counted are the rows of Today, so
 * that both agree; besides them only freezes, which stand above its list.
 */
export function waitingItems(environment: Environment, view: DashboardView): WaitingItem[] {
  const { waiting, batches, daysNotClosed, disagreements, followUps, requests, freezes, service, forged } = view;
  const at = <Path extends string>(path: Route<Path>) => path as Route;
  const followed = (followUps?.own.counted ?? 0) + (followUps?.others.counted ?? 0);
  const isForged = Number(forged.lastAt !== null);
  const isService = Number(service.pausedUntil !== null) + Number(service.driftSeconds !== null);
  const items: WaitingItem[] = [
    { kind: "orders", count: waiting.orders, path: at(`/${environment}`) },
    { kind: "approvals", count: waiting.approvals, path: at(`/${environment}/approvals`) },
    { kind: "batches", count: batches.length, path: at(`/${environment}`) },
    { kind: "frozen", count: freezes.length, path: at(`/${environment}`) },
    { kind: "service", count: isService, path: at(`/${environment}/api-status`) },
    { kind: "followUps", count: followed, isMore: isCut(followUps), path: at(`/${environment}`) },
    { kind: "requests", count: requests.length, path: at(`/${environment}`) },
    { kind: "disagreements", count: disagreements.count, path: at(`/${environment}`) },
    { kind: "players", count: waiting.players, path: at(`/${environment}/players?show=needs`) },
    { kind: "days", count: Math.min(1, daysNotClosed.length), path: at(`/${environment}/daily-close`) },
    { kind: "forged", count: isForged, path: at(forgedPath(environment, forged)) },
  ];
  return items.filter(({ count }) => count > 0);
}
