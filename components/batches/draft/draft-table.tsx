"use client";

import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { hindrance } from "@/lib/batches/draft-groups";
import type { DraftRow } from "@/lib/batches/schema";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";
import { AS, DRAFT_GRID, DraftRowView, editing, type OpenForm } from "./draft-row";
import { withOpenRow } from "./typed-fields";
import type { Draft } from "./use-draft";
import { useDraftKeys } from "./use-draft-keys";

type Props = { environment: Environment; rows: DraftRow[]; draft: Draft; mayEdit: boolean };

const ROW_PX = 48;
const HEAD = { role: "columnheader" };

/** The rows, of which only those in sight are drawn: there may be ten thousand. */
export function DraftTable({ environment, rows, draft, mayEdit }: Props) {
  const t = useTranslations("batches.draft");
  const scroller = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<OpenForm | null>(null);
  const [current, setCurrent] = useState<number | null>(null);
  const [isReached, setReached] = useState(true);
  const openAt = open === null ? -1 : rows.findIndex(({ line }) => line === open.line);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]?.line ?? index,
    overscan: 8,
    rangeExtractor: (range) => withOpenRow(defaultRangeExtractor(range), openAt),
  });
  const at = rows.findIndex(({ line }) => line === current);
  const reach = (index: number) => {
    const row = rows[index];
    if (!row) return;
    list.scrollToIndex(index);
    setCurrent(row.line);
    setReached(false);
  };
  useEffect(() => {
    if (isReached || current === null) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-line="${current}"]`);
    if (!row) return;
    // Its form may be open already.
    if (!row.contains(document.activeElement)) row.focus({ preventScroll: true });
    setReached(true);
  });
  const lastAt = useRef(0);
  useEffect(() => {
    if (at >= 0) lastAt.current = at;
    if (at >= 0 || current === null) return;
    // A row that was put right has left the group that is shown: the one that stands in its place is next.
    if (document.activeElement === document.body) reach(Math.min(lastAt.current, rows.length - 1));
    else setCurrent(null);
  });
  const close = (line: number) => {
    setOpen((before) => (before?.line === line ? null : before));
    // Where a form was, its row has the focus.
    setReached(false);
  };
  useDraftKeys({
    step: (by) => reach(at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)),
    next: () => {
      const after = rows.findIndex((row, index) => index > at && hindrance(row) !== null);
      reach(after < 0 ? rows.findIndex((row) => hindrance(row) !== null) : after);
    },
    edit: () => {
      const row = rows[at];
      if (!row || !mayEdit || row.excluded) return;
      setOpen(editing(row, draft.unsaved.get(row.line)));
    },
  });
  return (
    <div {...{ ...AS.table, "aria-label": t("rows"), "aria-rowcount": rows.length + 1 }}>
      <div
        {...{ ...AS.row, "aria-rowindex": 1 }}
        className={cn(
          "grid h-8.5 items-center gap-x-3 border-b border-border bg-muted px-4 text-sm font-medium text-muted-foreground max-lg:sr-only",
          DRAFT_GRID,
        )}
      >
        {(["line", "bank", "holder", "amount", "found"] as const).map((name) => (
          <span key={name} {...HEAD} className={cn("truncate", name === "amount" && "text-right")}>
            {t(`columns.${name}`)}
          </span>
        ))}
        <span {...HEAD}>
          <span className="sr-only">{t("columns.actions")}</span>
        </span>
      </div>
      <div ref={scroller} {...AS.body} className="-mb-px max-h-[max(calc(100dvh-24rem),24rem)] overflow-y-auto">
        <div role="presentation" className="relative" style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map(({ index, key, start }) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <div
                key={key}
                role="presentation"
                ref={list.measureElement}
                data-index={index}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                <DraftRowView
                  {...{ environment, row, index, mayEdit, draft }}
                  open={open?.line === row.line ? open : null}
                  isCurrent={row.line === current}
                  onOpen={setOpen}
                  onClose={close}
                  onCurrent={setCurrent}
                />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
