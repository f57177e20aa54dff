"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { Sending } from "@/components/commands/read-only";
import { useCommand } from "@/components/commands/use-command";
import { Timestamp } from "@/components/display/timestamp";
import { RestoredInput } from "@/components/forms/restored-input";
import { useDebounced } from "@/components/forms/use-debounced";
import { useSurePush } from "@/components/navigation/use-sure-push";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { Segmented } from "@/components/ui/segmented";
import type { Environment } from "@/lib/environment";
import { startFileAction } from "@/lib/kyc/actions";
import { playerCache } from "@/lib/kyc/cache";
import type { SheetView } from "@/lib/kyc/schema";
import { Columns } from "./columns";
import { PreviewRow } from "./preview-row";
import { type BulkRow, type Edits, isGood, isRenamed, needsCorrection, playersIn, rowsOf } from "./rows";
import { useFormOf } from "./use-form-of";
import { useKeptEdits } from "./use-kept-edits";

type Props = { environment: Environment; owner: string; name: string; sheet: SheetView };

/** Every row as it would be sent, before anything is. */
export function Preview({ environment, owner, name, sheet }: Props) {
  const t = useTranslations("players.bulk");
  const leaveTo = useSurePush();
  const kept = useKeptEdits({ environment, owner, sheet });
  const { mapping, setMapping, edits, setEdits, confirmed, setConfirmed } = kept;
  const [shows, setShows] = useState<"needs" | "all">("needs");
  const read = useReader();
  const ids = useMemo(() => playersIn(sheet, mapping, edits), [sheet, mapping, edits]);
  const asked = useDebounced(ids);
  const comparison = useQuery({
    ...playerCache.held(environment, asked),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
  const held = comparison.data;
  const isCompared = useMemo(() => {
    const those = new Set(asked);
    return ids.every((id) => those.has(id));
  }, [ids, asked]);
  const mayStart = isCompared && held !== undefined && !comparison.isPlaceholderData;
  const rows = useMemo(
    () => (read ? rowsOf({ sheet, mapping, edits, confirmed, held }, read) : []),
    [read, sheet, mapping, edits, confirmed, held],
  );

  const formOf = useFormOf();
  const start = useCommand(
    (wanted: { formId: string; rows: ReturnType<typeof asSent>[] }) =>
      startFileAction(environment, { ...wanted, name, digest: sheet.digest }),
    {
      refreshes: false,
      onDone({ fileId }) {
        kept.forget();
        leaveTo(`/${environment}/players/bulk/${fileId}`);
      },
    },
  );

  const send = () => {
    const sent = rows.map(asSent);
    start.send({ formId: formOf(sent), rows: sent });
  };

  if (!read) return <p role="status">{t("reading")}</p>;
  const good = rows.filter(({ state }) => isGood(state)).length;
  const same = rows.filter(({ state }) => state === "same").length;
  const wrong = rows.filter(({ state }) => needsCorrection(state));
  const proposed = wrong.filter(({ state }) => state === "proposal");
  const renamed = wrong.filter(({ state }) => state === "other_name");
  // A row being edited stays visible once it is valid.
  const isShown = (row: BulkRow) => needsCorrection(row.state) || row.line in edits || isRenamed(row);
  const shown = shows === "all" ? rows : rows.filter(isShown);

  const edit = (line: number, change: Edits[number]) =>
    setEdits((before) => ({ ...before, [line]: { ...before[line], ...change } }));
  const confirm = (some: BulkRow[]) =>
    setConfirmed((before) => ({
      ...before,
      ...Object.fromEntries(some.flatMap(({ line, replaces }) => (replaces ? [[line, replaces]] : []))),
    }));
  const withdraw = (line: number) =>
    setConfirmed((before) => Object.fromEntries(Object.entries(before).filter(([of]) => Number(of) !== line)));
  const acceptAll = () =>
    setEdits((before) => ({
      ...before,
      ...Object.fromEntries(
        proposed.map(({ line, read: { proposal } }) => [line, { ...before[line], userName: proposal ?? "" }]),
      ),
    }));

  return (
    <>
      {sheet.before && (
        <Alert tone="watch" className="mb-4">
          {t.rich("before", {
            by: sheet.before.startedBy,
            at: () => <Timestamp at={sheet.before?.startedAt ?? ""} style="minute" />,
            link: (words) => (
              <Link
                href={`/${environment}/players/bulk/${sheet.before?.fileId ?? ""}`}
                className="font-semibold underline"
              >
                {words}
              </Link>
            ),
          })}
        </Alert>
      )}
      <RestoredInput of="players.bulk" isShown={kept.isReturned} onDiscard={kept.discard} className="mb-4" />
      <Columns sheet={sheet} mapping={mapping} onChange={setMapping} />
      <div role="alert" className="mb-4 empty:hidden">
        {comparison.isError && held === undefined && (
          <Alert tone="failed">
            <p>{t("notCompared")}</p>
            <p className="pt-1">
              <Button size="small" onClick={() => comparison.refetch()}>
                {t("compareAgain")}
              </Button>
            </p>
          </Alert>
        )}
      </div>
      <Card className="mb-4 flex flex-wrap items-center justify-between gap-3 px-4 py-3">
        <p role="status">
          <strong>{t("good", { count: good })}</strong>{" "}
          {wrong.length > 0 && <span className="text-warning">{t("wrong", { count: wrong.length })}</span>}{" "}
          {same > 0 && <span className="text-muted-foreground">{t("same", { count: same })}</span>}
        </p>
        <div className="flex flex-wrap gap-2">
          {proposed.length > 0 && <Button onClick={acceptAll}>{t("acceptAll", { count: proposed.length })}</Button>}
          {renamed.length > 0 && (
            <Button onClick={() => confirm(renamed)}>{t("confirmAll", { count: renamed.length })}</Button>
          )}
          <Sending>
            <Button variant="primary" disabled={good === 0 || start.isPending || !mayStart} onClick={send}>
              {start.isPending ? t("starting") : t("start", { count: good })}
            </Button>
          </Sending>
        </div>
        <div className="w-full empty:hidden">
          <CommandProblem of={start} say={(kind) => t(kind)} />
        </div>
      </Card>
      <Card>
        <CardHeader>
          <CardTitle>{t("rows")}</CardTitle>
          <Segmented
            name="rows-shown"
            label={t("rows")}
            className="ml-auto"
            value={shows}
            onChoose={setShows}
            options={(["needs", "all"] as const).map((value) => ({
              value,
              text: t(`shows.${value}`, { count: value === "all" ? rows.length : wrong.length }),
            }))}
          />
        </CardHeader>
        {shown.length === 0 && (
          <p className="px-4 py-5 text-muted-foreground">{t(rows.length === 0 ? "noRows" : "nothingWrong")}</p>
        )}
        <ol aria-label={t("rows")}>
          {shown.map((row) => (
            <PreviewRow
              key={row.line}
              row={row}
              isEdited={row.line in edits}
              onEdit={(change) => edit(row.line, change)}
              onConfirm={(agrees) => (agrees ? confirm([row]) : withdraw(row.line))}
            />
          ))}
        </ol>
      </Card>
    </>
  );
}

/** Enough of a cell that cannot be sent to know it by. */
const CELL_MAX = 200;

function asSent({ line, read, typed, state, replaces }: BulkRow) {
  if (isGood(state) || state === "same")
    return { line, playerId: read.playerId, userName: read.userName, leftOut: null, replaces };
  const leftOut = state === "other_name" ? state : state === "left_out" ? ("by_hand" as const) : ("refused" as const);
  return { line, playerId: typed.playerId.slice(0, CELL_MAX), userName: typed.userName.slice(0, CELL_MAX), leftOut };
}

/** The rules, once they have come; each text is read once, however often the file is shown. */
function useReader() {
  const { data: readRow } = useQuery({
    queryKey: ["player_rows"],
    queryFn: () => import("@/lib/kyc/import-row").then((module) => module.readRow),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => {
    if (!readRow) return null;
    const known = new Map<string, ReturnType<typeof readRow>>();
    return (typed: BulkRow["typed"]) => {
      const key = `${typed.playerId}\0${typed.userName}`;
      const found = known.get(key) ?? readRow(typed);
      known.set(key, found);
      return found;
    };
  }, [readRow]);
}
