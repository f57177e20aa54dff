"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { choiceFacet, optionsOf } from "@/components/data-table/facets";
import { ListAddressProvider, ListLink, useListAddress } from "@/components/data-table/list-address";
import { type ListColumn, ListView } from "@/components/data-table/list-view";
import { useLastPage } from "@/components/data-table/use-last-page";
import { Timestamp } from "@/components/display/timestamp";
import { Empty } from "@/components/feedback/empty";
import { useNavigate } from "@/components/navigation/use-navigate";
import { Count } from "@/components/ui/count";
import { SegmentedLinks, segmentVariants } from "@/components/ui/segmented";
import { batchCache } from "@/lib/batches/cache";
import type { BatchesView, BatchListRow } from "@/lib/batches/schema";
import { BATCH_SHOWS, BATCH_STATES, BATCHES_ADDRESS } from "@/lib/batches/state";
import type { Environment } from "@/lib/environment";
import { BatchBadge } from "./batch-badge";
import { Sums } from "./sums";

type Props = { environment: Environment; columns: readonly string[]; add: ReactNode };

const keyOf = ({ batchId }: BatchListRow) => batchId;

/** Every batch, the newest first. */
export function BatchList(props: Props) {
  return (
    <ListAddressProvider path={`/${props.environment}/batches`} parts={BATCHES_ADDRESS}>
      <Batches {...props} />
    </ListAddressProvider>
  );
}

function Batches({ environment, columns, add }: Props) {
  const t = useTranslations("batches.list");
  const navigate = useNavigate();
  const { query, values } = useListAddress();
  const options = batchCache.page(environment, query);
  const page = useLastPage(options);
  const needs = page?.counts.needs ?? 0;
  const pathOf = (batchId: string) => `/${environment}/batches/${batchId}` as const;
  const all: ListColumn<BatchListRow>[] = [
    {
      id: "name",
      name: t("name"),
      cell: ({ batchId, name, run, isRetry }) => (
        <span className="flex min-w-0 items-baseline gap-2">
          <Link prefetch={false} href={pathOf(batchId)} className="truncate font-semibold hover:underline">
            {name}
          </Link>
          {run > 1 && <span className="text-xs text-muted-foreground">{t(isRetry ? "retry" : "run", { run })}</span>}
        </span>
      ),
      isFixed: true,
    },
    { id: "state", name: t("state"), cell: ({ headline }) => <BatchBadge headline={headline} /> },
    { id: "rows", name: t("rows"), cell: ({ rows }) => rows, className: "figures", isFigure: true, isTableOnly: true },
    { id: "sums", name: t("sums"), cell: ({ sums }) => <Sums sums={sums} />, isFigure: true },
    { id: "by", name: t("by"), cell: ({ requestedBy }) => requestedBy, isTableOnly: true },
    {
      id: "at",
      name: t("at"),
      cell: ({ at }) => <Timestamp at={at} style="compact" />,
      className: "justify-self-end text-xs text-subtle-foreground",
    },
  ];
  return (
    <>
      <SegmentedLinks aria-label={t("views")} className="mb-3 max-w-full overflow-x-auto">
        {BATCH_SHOWS.map((show) => (
          <ListLink
            key={show}
            to={{ show: show === "all" ? null : show }}
            aria-current={(values.show ?? "all") === show ? "true" : undefined}
            className={segmentVariants()}
          >
            {t(`shows.${show}`)}
            {show === "needs" && needs > 0 && <Count tone="watch">{needs}</Count>}
          </ListLink>
        ))}
      </SegmentedLinks>
      <ListView<BatchListRow, BatchesView>
        list="batches"
        caption={t("caption")}
        options={options}
        keyOf={keyOf}
        columns={() => all}
        chosenColumns={columns}
        find={{ part: "q", name: t("find"), hint: t("findBy") }}
        facets={[
          choiceFacet(
            t("state"),
            "state",
            optionsOf(BATCH_STATES, (state) => t(`states.${state}`)),
          ),
        ]}
        onOpen={(batchId) => navigate.push(pathOf(batchId))}
        empty={{
          all: (
            <Empty title={t("emptyTitle")}>
              {t("emptyText")}
              {add && <div className="mt-3">{add}</div>}
            </Empty>
          ),
          found: <Empty title={t("nothing")} />,
        }}
        copied={({ name, rows, sums, at }) =>
          [name, rows, sums.map(({ amount, currency }) => `${amount} ${currency}`).join(" "), at].join("\t")
        }
      />
    </>
  );
}
