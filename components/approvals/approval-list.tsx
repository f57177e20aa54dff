"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { useRowKeys } from "@/components/data-table/use-row-keys";
import { Timestamp } from "@/components/display/timestamp";
import { Empty } from "@/components/feedback/empty";
import { Staleness } from "@/components/feedback/staleness";
import { useNavigate } from "@/components/navigation/use-navigate";
import { buttonVariants } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { approvalsCache } from "@/lib/approval-queue/cache";
import type { ApprovalItem } from "@/lib/approval-queue/schema";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";
import { itemPath } from "./item-path";
import { ItemAbout, ItemAmount } from "./item-words";

type Props = {
  environment: Environment;
  /** The item whose decision is shown; null where none waited when the page was made. */
  current: string | null;
  /** The address names the item: on a phone it is then shown instead of the list. */
  isChosen: boolean;
  children: ReactNode;
};

/** All that waits at left, the decision about one of them at right. On a phone one of the two. */
export function ApprovalList({ environment, current, isChosen, children }: Props) {
  const t = useTranslations("approvals");
  const query = useSuspenseQuery(approvalsCache.all(environment));
  const { count, items } = query.data;
  const navigate = useNavigate();
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list, {
    current,
    open: (id) => navigate.replace(id === null ? `/${environment}/approvals` : itemPath(environment, id)),
  });
  if (current === null && items.length === 0) {
    return (
      <>
        <Staleness query={query} />
        <Card>
          <Empty title={t("none")}>{t("noneText")}</Empty>
        </Card>
      </>
    );
  }
  return (
    <>
      <Staleness query={query} />
      <div className="grid items-start gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <Card className={cn("lg:sticky lg:top-header", isChosen && "max-lg:hidden")}>
          <CardHeader>
            <CardTitle>{t("list")}</CardTitle>
          </CardHeader>
          <ul ref={list} aria-label={t("list")} className="overflow-y-auto lg:max-h-[75dvh]">
            {items.map((item) => (
              <li key={item.id} data-row={item.id} className="border-b border-border last:border-b-0">
                <Item environment={environment} item={item} isCurrent={item.id === current} />
              </li>
            ))}
          </ul>
          {items.length === 0 && <p className="px-4 py-3 text-muted-foreground">{t("none")}</p>}
          {count > items.length && (
            <p className="border-t border-border px-4 py-2 text-xs text-subtle-foreground">
              {t("shown", { count: items.length })}
            </p>
          )}
        </Card>
        <div
          onClickCapture={isChosen || current === null ? undefined : () => nameInAddress(environment, current)}
          data-beside-list={!isChosen || undefined}
          className={cn("grid min-w-0 gap-4", !isChosen && "max-lg:hidden")}
        >
          {current === null ? (
            <Card>
              <Empty title={t("choose")} />
            </Card>
          ) : (
            <Steps environment={environment} items={items} current={current} />
          )}
          {children}
        </div>
      </div>
    </>
  );
}

/** What is acted on stays: the page, rendered again without its ID, would show the next item in its place. */
const nameInAddress = (environment: Environment, id: string) =>
  window.history.replaceState(null, "", itemPath(environment, id));

type ItemProps = { environment: Environment; item: ApprovalItem; isCurrent: boolean };

function Item({ environment, item, isCurrent }: ItemProps) {
  const t = useTranslations("approvals");
  return (
    <Link
      prefetch={false}
      href={itemPath(environment, item.id)}
      aria-current={isCurrent ? "true" : undefined}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-4 py-2 text-md -outline-offset-2 transition-colors hover:bg-accent lg:aria-[current]:bg-primary-soft pointer-coarse:py-3"
    >
      <span className="truncate font-semibold">{t(`kinds.${item.kind}`)}</span>
      <span className="text-right font-semibold">
        <ItemAmount item={item} />
      </span>
      <span className="min-w-0 text-sm break-words text-muted-foreground">
        <ItemAbout item={item} />
      </span>
      <span className="text-right text-xs text-muted-foreground">
        <Due item={item} />
      </span>
    </Link>
  );
}

/** Until when it is decided; since when it waits, where that has no end. */
function Due({ item: { at, until } }: Pick<ItemProps, "item">) {
  const t = useTranslations("approvals");
  if (until === null) return t.rich("since", { at: () => <Timestamp at={at} style="compact" /> });
  return t.rich("due", { until: () => <Timestamp at={until} style="recent" /> });
}

/** From one to the next without the list. What was decided has left it, and the next one is then the oldest. */
function Steps({ environment, items, current }: { environment: Environment; items: ApprovalItem[]; current: string }) {
  const t = useTranslations("approvals");
  const index = items.findIndex(({ id }) => id === current);
  const [before, after] = index < 0 ? [undefined, items[0]] : [items[index - 1], items[index + 1]];
  return (
    <nav aria-label={t("title")} className={cn("flex flex-wrap items-center gap-2", items.length === 0 && "lg:hidden")}>
      <Link
        href={`/${environment}/approvals`}
        className={buttonVariants({ variant: "ghost", className: "-ml-2 lg:hidden" })}
      >
        <ChevronLeft aria-hidden />
        {t("all")}
      </Link>
      <span className="text-sm text-muted-foreground figures">
        {index >= 0 && t("position", { index: index + 1, count: items.length })}
      </span>
      <span className="ml-auto flex gap-2">
        {before && (
          <Link prefetch={false} href={itemPath(environment, before.id)} className={buttonVariants({ size: "small" })}>
            <ChevronLeft aria-hidden />
            {t("previous")}
          </Link>
        )}
        {after && (
          <Link prefetch={false} href={itemPath(environment, after.id)} className={buttonVariants({ size: "small" })}>
            {t("next")}
            <ChevronRight aria-hidden />
          </Link>
        )}
      </span>
    </nav>
  );
}
