"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { Empty } from "@/components/feedback/empty";
import { Staleness } from "@/components/feedback/staleness";
import { Skeleton } from "@/components/ui/skeleton";
import { ViewUnavailable } from "@/lib/fetch-view";
import { DetailPanel } from "./detail-panel";

type Props<Row> = Omit<ComponentProps<typeof DetailPanel>, "children"> & {
  query: UseQueryResult<Row>;
  /** What is said where there is no such row. */
  missing: string;
  loading?: ReactNode;
  children: (row: Row) => ReactNode;
};

/** A row that is read when it is opened. */
export function QueryPanel<Row>({ query, missing, head, foot, loading, children, ...panel }: Props<Row>) {
  const { data, error } = query;
  const isMissing = error instanceof ViewUnavailable && error.status === 404;
  return (
    <DetailPanel {...panel} head={head || <Skeleton className="h-5 w-40" />} foot={!isMissing && foot}>
      {data ? (
        <div className="grid gap-4">
          <Staleness query={query} />
          {children(data)}
        </div>
      ) : isMissing ? (
        <Empty title={missing} />
      ) : error ? (
        <Staleness query={query} />
      ) : (
        (loading ?? <Skeleton className="h-72" />)
      )}
    </DetailPanel>
  );
}
