"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Search } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { type Column, DataTable } from "@/components/data-table/data-table";
import { Money } from "@/components/display/money";
import { StatusBadge } from "@/components/display/status-badge";
import { EvidenceIcon } from "@/components/evidence/evidence";
import { Empty } from "@/components/feedback/empty";
import { Staleness } from "@/components/feedback/staleness";
import { useDebounced } from "@/components/forms/use-debounced";
import { OrderLink, orderPath } from "@/components/orders/order-link";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Count } from "@/components/ui/count";
import { Input } from "@/components/ui/input";
import { Segmented } from "@/components/ui/segmented";
import { batchCache } from "@/lib/batches/cache";
import type { BatchRowsAsked, SentRow } from "@/lib/batches/schema";
import type { Environment } from "@/lib/environment";
import { AllWarnings } from "./draft/row-check";

export type RowChoice = { value: "all" | NonNullable<BatchRowsAsked["group"]>; count: number };

type Props = {
  environment: Environment;
  batchId: string;
  choices: RowChoice[];
  group: RowChoice["value"];
  onGroup: (group: RowChoice["value"]) => void;
  /** Nothing of it has left yet: there is no status, and nothing to go by. */
  isWaiting?: boolean;
};

/** The rows of a batch that was requested, a hundred at a time in the order of the file, by group and by what is searched for. */
export function SentRows({ environment, batchId, choices, group, onGroup, isWaiting = false }: Props) {
  const t = useTranslations("batches.rows");
  const [typed, setTyped] = useState("");
  const q = useDebounced(typed).trim();
  // Where each page of these rows that was gone through began. The group can be changed from elsewhere, too.
  const list = `${group} ${q}`;
  const [gone, setGone] = useState<{ list: string; places: number[] }>({ list, places: [] });
  const places = gone.list === list ? gone.places : [];
  const setPlaces = (next: number[]) => setGone({ list, places: next });
  const asked = { group: group === "all" ? undefined : group, q, after: places.at(-1) ?? 0 };
  const columns = useSentColumns(environment, isWaiting);
  const query = useQuery(batchCache.rows({ environment, batchId }, asked));
  const { data } = query;
  return (
    <Card className="overflow-clip">
      <div className="flex flex-wrap items-center gap-2 border-b border-border px-2 py-1.5">
        <Segmented
          name="sent-group"
          label={t("label")}
          className="max-w-full flex-wrap"
          value={group}
          onChoose={onGroup}
          options={choices.map(({ value, count }) => ({
            value,
            text: (
              <>
                {isLong(value) ? t(`tabs.${value}`) : t(`groups.${value}`)}
                <Count tone={value === "attention" && count > 0 ? "watch" : "neutral"}>{count}</Count>
              </>
            ),
          }))}
        />
        <FindRow typed={typed} onType={setTyped} />
      </div>
      <Staleness query={query} />
      {data && data.rows.length === 0 ? (
        <Empty title={t(q === "" ? "none" : "noneFound")} />
      ) : (
        <DataTable
          caption={t("label")}
          columns={columns}
          rows={data?.rows ?? NONE}
          keyOf={({ line }) => String(line)}
          card="max-lg:[&>tr]:grid-cols-[1fr_auto] max-lg:[&>tr]:gap-x-2 max-lg:[&>tr]:gap-y-1 max-lg:[&>tr]:py-3"
        />
      )}
      {(places.length > 0 || data?.next != null) && (
        <div className="flex items-center gap-2 border-t border-border px-4 py-2">
          <span className="text-sm text-muted-foreground figures">
            {t("page", { page: places.length + 1, count: data?.count ?? 0 })}
          </span>
          <span className="ml-auto flex gap-2">
            <Button size="small" disabled={places.length === 0} onClick={() => setPlaces(places.slice(0, -1))}>
              <ChevronLeft aria-hidden />
              {t("previous")}
            </Button>
            <Button
              size="small"
              disabled={data?.next == null}
              onClick={() => data?.next != null && setPlaces([...places, data.next])}
            >
              {t("next")}
              <ChevronRight aria-hidden />
            </Button>
          </span>
        </div>
      )}
    </Card>
  );
}

const NONE: SentRow[] = [];

/** Their names would take the tabs a second line. */
const isLong = (value: RowChoice["value"]) => value === "in_progress" || value === "unknown" || value === "failed";

function FindRow({ typed, onType }: { typed: string; onType: (typed: string) => void }) {
  const t = useTranslations("batches.rows");
  const id = useId();
  return (
    <div className="relative ml-auto min-w-30 flex-1 sm:max-w-58">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-subtle-foreground"
      />
      <Input
        type="search"
        aria-label={t("find")}
        aria-describedby={id}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={t("find")}
        title={t("findBy")}
        value={typed}
        onChange={({ target }) => onType(target.value)}
        className="min-h-7 rounded-md border-border-strong py-0 pr-2 pl-7 text-xs pointer-coarse:min-h-10 pointer-coarse:text-base"
      />
      <span id={id} className="sr-only">
        {t("findBy")}
      </span>
    </div>
  );
}

export function useSentColumns(environment: Environment, isWaiting: boolean): Column<SentRow>[] {
  const t = useTranslations("batches.rows");
  const doubts = useTranslations("batches.draft.payees");
  const approval = useTranslations("batches.approval");
  const common: Column<SentRow>[] = [
    {
      id: "line",
      name: t("line"),
      cell: ({ line }) => line,
      className: "figures text-muted-foreground",
      notIn: "card",
    },
    {
      id: "holder",
      name: t("holder"),
      cell: ({ holder, payee, memo }) => (
        <span className="inline-flex flex-wrap items-center gap-x-2 lg:py-1">
          <span lang="ja">{holder}</span>
          {payee && <Badge tone={payee === "new" ? "act" : "watch"}>{doubts(payee)}</Badge>}
          {memo && <span className="text-xs text-muted-foreground">{memo}</span>}
        </span>
      ),
    },
    {
      id: "amount",
      name: t("amount"),
      cell: ({ amount, currency }) => (amount === "" ? "–" : <Money amount={amount} currency={currency} />),
      isFigure: true,
      className: "max-lg:text-right",
    },
    {
      id: "account",
      name: t("account"),
      cell: ({ bank, account }) => (
        <span className="text-sm text-muted-foreground">
          <span lang="ja">{bank}</span> <span className="font-mono text-xs">{account}</span>
        </span>
      ),
      className: "max-lg:col-span-2",
    },
  ];
  if (isWaiting) {
    const className = "text-xs text-muted-foreground max-lg:col-span-2 max-lg:empty:hidden";
    const cell = (row: SentRow) =>
      row.group === "excluded" ? (
        <Marked badge={t("groups.excluded")} reason={row.reason} />
      ) : (
        <>
          <AllWarnings environment={environment} row={row} />
          {row.reason && approval("reason", { reason: row.reason })}
        </>
      );
    return [...common, { id: "reason", name: t("reason"), cell, className }];
  }
  return [
    ...common,
    { id: "state", name: t("state"), cell: (row) => <RowState environment={environment} row={row} /> },
    { id: "evidence", name: t("evidence"), cell: ({ order }) => order && <EvidenceIcon order={order} /> },
  ];
}

function RowState({ environment, row }: { environment: Environment; row: SentRow }) {
  const t = useTranslations("batches.rows");
  const { order, group, reason, replacedBy } = row;
  if (order) {
    return (
      <Link prefetch={false} href={orderPath(environment, order.referenceId)}>
        <StatusBadge order={order} />
      </Link>
    );
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Marked badge={t(`groups.${group}`)} reason={reason} />
      {replacedBy && (
        <span className="text-xs text-muted-foreground">
          {t("replacedBy")} <OrderLink environment={environment} referenceId={replacedBy} />
        </span>
      )}
    </span>
  );
}

const Marked = ({ badge, reason }: { badge: string; reason: string | null }) => (
  <span className="inline-flex items-center gap-2">
    <Badge>{badge}</Badge>
    {reason && <span className="text-xs text-muted-foreground">{reason}</span>}
  </span>
);
