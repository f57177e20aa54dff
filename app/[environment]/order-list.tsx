import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { keptColumns } from "@/components/data-table/kept-columns";
import { Timestamp } from "@/components/display/timestamp";
import { ClientBoundary, seed } from "@/components/messages/client-boundary";
import { OrderListView } from "@/components/order-list/order-list-view";
import { may } from "@/lib/auth/permissions";
import type { Viewer } from "@/lib/http/viewer";
import { partsIn } from "@/lib/list/page";
import { mayReveal, seesPii } from "@/lib/pii/access";
import { tokyoDay } from "@/lib/time";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { transactionCache } from "@/lib/transactions/cache";
import { ORDER_OPENED, ORDER_PARTS, type OrderList, SHOWN } from "@/lib/transactions/list/filter";
import { listOrders } from "@/lib/transactions/list/list";
import { type OrderFigures, ordersAsked } from "@/lib/transactions/schema";
import { listViews } from "@/lib/views/queries";

/** What each list shows unless other columns are chosen. */
const USUAL_COLUMNS: Record<OrderList, readonly string[]> = {
  transactions: ["created", "type", "party", "player", "amount", "state", "evidence"],
  withdrawals: ["created", "party", "account", "amount", "state", "evidence", "decideBy"],
  deposits: ["created", "party", "player", "amount", "state", "evidence"],
};

type Props = {
  ctx: Viewer;
  list: OrderList;
  given: Record<string, string | string[] | undefined>;
  figures: OrderFigures;
  actions: ReactNode;
};

/** A list of orders with its first page: what the address asks for. */
export async function OrderListSection({ ctx, list, given, figures, actions }: Props) {
  const { environment, actor } = ctx;
  const opened = given[ORDER_OPENED];
  const [page, views, order] = await Promise.all([
    listOrders(ctx, ordersAsked.parse({ ...given, list })),
    listViews(ctx, { list }),
    typeof opened === "string" ? getTransaction(ctx, { referenceId: opened }) : null,
  ]);
  const first = seed(transactionCache.page(environment, list, partsIn(given, ORDER_PARTS)), page);
  const panel = order ? [seed(transactionCache.one(environment, order.referenceId), order)] : [];
  return (
    <ClientBoundary
      messages={[
        ...(["orders.*", "orders.days", "orders.column", "orders.sorts", "orders.shown", "orders.lists"] as const),
        ...(["orders.none", "orders.noneText", "orders.nothingFor", "orders.totals"] as const),
        ...(["orders.panel", "orders.sentence", "orders.askProblems", "timeline", "actions"] as const),
        ...(["failures", "problems"] as const),
        ...(["list", "states", "evidence", "views", "export", "common.*"] as const),
      ]}
      queries={[first, ...panel]}
    >
      <OrderListView
        {...{ environment, list, views, figures, actions }}
        shown={SHOWN[list].filter((show) => show !== "mine" || may(actor.role, "withdrawals:approve"))}
        columns={await keptColumns(list, USUAL_COLUMNS[list])}
        today={tokyoDay(ctx.now())}
        mayKeep={may(actor.role, "views:save")}
        mayAsk={may(actor.role, "transactions:check_status")}
        mayExport={may(actor.role, "transactions:export")}
        seesNames={seesPii(ctx)}
        mayCompareNames={mayReveal(ctx)}
      />
    </ClientBoundary>
  );
}

export async function OrderFiguresLine({ figures: { since, count } }: { figures: OrderFigures }) {
  const t = await getTranslations("orders");
  if (since === null) return t("figuresNone");
  return t.rich("figures", {
    since: () => <Timestamp at={since} style="day" />,
    count,
    b: (words) => <b>{words}</b>,
  });
}
