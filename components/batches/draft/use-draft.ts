"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Problem } from "@/lib/auth/problem";
import { acceptWarningsAction, editRowAction, excludeRowsAction, fixRowsAction } from "@/lib/batches/actions";
import { batchCache } from "@/lib/batches/cache";
import type { SeenRow } from "@/lib/batches/row";
import type { BatchView, DraftRow, DraftView } from "@/lib/batches/schema";
import type { Environment } from "@/lib/environment";
import type { Result } from "@/lib/result";
import { mergeAhead, mergeAnswer } from "./merge-answer";
import { type TypedFields, unsavedRows, withLine, withoutSaved } from "./typed-fields";
import { useTypedRows } from "./typed-rows";

type Named = { environment: Environment; batchId: string };
export type Refused = { kind: "no_batch" | "not_draft" | "unreachable" } | Problem;

/**
 * The rows of a draft. An edit is shown before the server has it; its answer brings the rows that are other than before.
 * What was typed into a row and not saved is kept in the tab until it is. Where another user changed something
 * meanwhile, all rows are read again.
 */
export function useDraft(named: Named, { edits, readerId }: Pick<BatchView, "edits" | "readerId">) {
  const { environment, batchId } = named;
  const client = useQueryClient();
  const options = batchCache.draft(named);
  const query = useQuery(options);
  const [saving, setSaving] = useState<ReadonlySet<number>>(new Set());
  const [refused, setRefused] = useState<Refused | null>(null);
  const held = query.data?.edits;
  const current = held !== undefined && held >= edits ? query.data?.rows : undefined;
  const [typed, setTyped] = useTypedRows({ environment, owner: readerId, batchId }, current);
  const isOld = held !== undefined && held < edits && saving.size === 0 && !query.isFetching;
  useEffect(() => {
    if (isOld) void client.invalidateQueries({ queryKey: options.queryKey, exact: true });
  }, [client, isOld, options.queryKey]);

  const patch = (rows: DraftRow[]) =>
    client.setQueryData<DraftView>(options.queryKey, (view) => view && mergeAhead(view, rows));
  const readAgain = () => client.invalidateQueries({ queryKey: options.queryKey, exact: true });

  /** `ahead`: the rows as they will be. Resolves to whether that was saved. */
  async function change(rows: DraftRow[], ahead: DraftRow[], send: () => Promise<Result<DraftView, Refused>>) {
    const lines = linesOf(rows);
    setRefused(null);
    setSaving((before) => new Set([...before, ...lines]));
    patch(ahead);
    const answer = await send().catch(
      (): Result<DraftView, Refused> => ({ ok: false, error: { kind: "unreachable" } }),
    );
    setSaving((before) => new Set([...before].filter((line) => !lines.includes(line))));
    if (answer.ok) {
      const made = answer.value;
      const now = client.setQueryData<DraftView>(options.queryKey, (view) => view && mergeAnswer(view, made));
      // Until the rows of others are read, the draft has its former count: a request of it is refused as changed.
      if (now && now.edits < made.edits) void readAgain();
      return true;
    }
    setRefused(answer.error);
    patch(rows);
    await readAgain();
    return false;
  }

  const keepTyped = (line: number, fields: TypedFields) => setTyped((before) => withLine(before, line, fields));

  return {
    query,
    edits: held ?? 0,
    rows: query.data?.rows ?? NONE,
    saving,
    refused,
    typed,
    unsaved: unsavedRows(query.data?.rows ?? NONE, typed, saving),
    /** Keeps what is typed into a row until it is saved, or dropped. */
    keepTyped: ({ line }: DraftRow, fields: TypedFields) => keepTyped(line, fields),
    edit: async (row: DraftRow, fields: TypedFields) => {
      keepTyped(row.line, fields);
      const isSaved = await change([row], [{ ...row, fields: { ...row.fields, ...fields } }], () =>
        editRowAction(environment, { batchId, line: row.line, fields }),
      );
      if (!isSaved) return;
      setTyped((before) => withLine(before, row.line, withoutSaved(before.get(row.line) ?? {}, fields)));
    },
    /** Drops what was typed into a row and not saved. */
    drop: ({ line }: DraftRow) => keepTyped(line, {}),
    fix: (rows: DraftRow[]) =>
      change(
        rows,
        rows.map((row) => ({ ...row, fields: { ...row.fields, ...row.fixes } })),
        () => fixRowsAction(environment, { batchId, lines: linesOf(rows) }),
      ),
    exclude: (rows: DraftRow[], reason: string | null) =>
      change(rows, rows, () => excludeRowsAction(environment, { batchId, lines: linesOf(rows), reason })),
    /** As they are on the screen. Where there are many, one part after another, until one is not saved. */
    accept: async (rows: DraftRow[], reason: string) => {
      for (let from = 0; from < rows.length; from += ACCEPTED_AT_ONCE) {
        const some = rows.slice(from, from + ACCEPTED_AT_ONCE);
        const input = { batchId, rows: some.map(asSeen), reason };
        if (!(await change(some, some, () => acceptWarningsAction(environment, input)))) return false;
      }
      return true;
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;

const NONE: DraftRow[] = [];
/** A request has room for so many with all of their warnings. */
const ACCEPTED_AT_ONCE = 500;

const asSeen = ({ line, paid, warnings = [] }: DraftRow): SeenRow => ({
  ...{ line, currency: paid?.currency ?? "", amount: paid?.amount ?? "" },
  warnings: warnings.map(({ kind, at }) => ({ kind, at })),
});
const linesOf = (rows: DraftRow[]) => rows.map(({ line }) => line);
