"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Problem } from "@/lib/auth/problem";
import { acceptWarningsAction, editRowAction, excludeRowsAction, fixRowsAction } from "@/lib/batches/actions";
import { batchCache } from "@/lib/batches/cache";
import type { RowFields } from "@/lib/batches/row";
import type { DraftRow, DraftView } from "@/lib/batches/schema";
import type { Environment } from "@/lib/environment";
import type { Result } from "@/lib/result";

type Named = { environment: Environment; batchId: string };
type Change = { edits: number; rows: DraftRow[] };
export type Refused = { kind: "no_batch" | "not_draft" | "unreachable" } | Problem;

/**
 * The rows of a draft. A change is shown before the server has it; its answer brings the rows that are other than before.
 * Where another user changed something meanwhile, all rows are read again.
 */
export function useDraft(named: Named, edits: number) {
  const { environment, batchId } = named;
  const client = useQueryClient();
  const options = batchCache.draft(named);
  const query = useQuery(options);
  const [saving, setSaving] = useState<ReadonlySet<number>>(new Set());
  const [refused, setRefused] = useState<Refused | null>(null);
  const held = query.data?.edits;
  const isOld = held !== undefined && held < edits && saving.size === 0 && !query.isFetching;
  useEffect(() => {
    if (isOld) void client.invalidateQueries({ queryKey: options.queryKey, exact: true });
  }, [client, isOld, options.queryKey]);

  const patch = (rows: DraftRow[], edited?: number) =>
    client.setQueryData<DraftView>(options.queryKey, (view) => view && merged(view, rows, edited));

  async function change(lines: number[], ahead: DraftRow[], send: () => Promise<Result<Change, Refused>>) {
    setRefused(null);
    setSaving((before) => new Set([...before, ...lines]));
    patch(ahead);
    const answer = await send().catch((): Result<Change, Refused> => ({ ok: false, error: { kind: "unreachable" } }));
    setSaving((before) => new Set([...before].filter((line) => !lines.includes(line))));
    if (answer.ok) return patch(answer.value.rows, answer.value.edits);
    setRefused(answer.error);
    await client.invalidateQueries({ queryKey: options.queryKey, exact: true });
  }

  const linesOf = (rows: DraftRow[]) => rows.map(({ line }) => line);
  return {
    query,
    edits: held ?? 0,
    rows: query.data?.rows ?? NONE,
    saving,
    refused,
    edit: (row: DraftRow, fields: Partial<RowFields>) =>
      change([row.line], [{ ...row, fields: { ...row.fields, ...fields } }], () =>
        editRowAction(environment, { batchId, line: row.line, fields }),
      ),
    fix: (rows: DraftRow[]) =>
      change(
        linesOf(rows),
        rows.map((row) => ({ ...row, fields: { ...row.fields, ...row.fixes } })),
        () => fixRowsAction(environment, { batchId, lines: linesOf(rows) }),
      ),
    exclude: (rows: DraftRow[], reason: string | null) =>
      change(
        linesOf(rows),
        rows.map(({ excluded: _before, ...row }) => (reason === null ? row : { ...row, excluded: { by: "", reason } })),
        () => excludeRowsAction(environment, { batchId, lines: linesOf(rows), reason }),
      ),
    accept: (rows: DraftRow[], reason: string) =>
      change(linesOf(rows), rows, () => acceptWarningsAction(environment, { batchId, lines: linesOf(rows), reason })),
  };
}

export type Draft = ReturnType<typeof useDraft>;

const NONE: DraftRow[] = [];

function merged(view: DraftView, rows: DraftRow[], edits = view.edits): DraftView {
  const changed = new Map(rows.map((row) => [row.line, row]));
  return { edits, rows: view.rows.map((row) => changed.get(row.line) ?? row) };
}
