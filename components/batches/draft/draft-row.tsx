"use client";

import { MinusCircle, Pencil, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { hindrance, isBlocked } from "@/lib/batches/draft-groups";
import { type BatchField, fieldsIn, openWarnings } from "@/lib/batches/row";
import type { DraftRow } from "@/lib/batches/schema";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";
import { parseTypedAmount } from "@/lib/money/amount-input";
import { formatAmount } from "@/lib/money/format";
import { NotSaved, RowCheck, WarningWords } from "./row-check";
import { RowEditor, RowReason } from "./row-forms";
import type { TypedFields } from "./typed-fields";
import type { Draft } from "./use-draft";

/** What is open in a row: its cells from one of them on, or a reason. */
export type OpenForm = { line: number; kind: "edit"; first: BatchField } | { line: number; kind: "exclude" | "accept" };

/** The cells of a row, beginning with what was not saved, or the first that is wrong. */
export const editing = (row: DraftRow, unsaved?: TypedFields): OpenForm => ({
  line: row.line,
  kind: "edit",
  first: fieldsIn(unsaved ?? row.problems ?? {})[0] ?? "amount",
});

type Props = {
  environment: Environment;
  row: DraftRow;
  index: number;
  open: OpenForm | null;
  isCurrent: boolean;
  mayEdit: boolean;
  draft: Draft;
  onOpen: (form: OpenForm) => void;
  onClose: (line: number) => void;
  onCurrent: (line: number) => void;
};

export const DRAFT_GRID =
  "lg:grid-cols-[2rem_minmax(7rem,1fr)_minmax(8rem,1.3fr)_6rem_minmax(9rem,1.4fr)_10.75rem] lg:gap-x-3";

/** Rows are placed by the virtual list, as no table's are: each element has its role from here. */
export const AS = {
  table: { role: "table" },
  body: { role: "rowgroup" },
  row: { role: "row" },
  cell: { role: "cell" },
};

/** One row of a draft: what would be paid, what was found, and how it is put right. */
export function DraftRowView(props: Props) {
  const { environment, row, index, open, isCurrent, mayEdit, draft, onOpen, onCurrent } = props;
  const { line, fields, problems, paid, listed, excluded } = row;
  const editable = mayEdit && !excluded;
  /** A part of a cell, which opens the row at its field. */
  const part = (first: BatchField, marked: BatchField[], text: string, children: ReactNode, className = "") => (
    <Part
      title={text}
      isWrong={!excluded && marked.some((field) => problems?.[field] !== undefined)}
      onEdit={editable ? () => onOpen({ line, kind: "edit", first }) : null}
      className={className}
    >
      {children}
    </Part>
  );
  const bank = paid?.bank || fields.destinationName || listed?.bank || "–";
  const branch = paid?.branch || fields.destinationBranchName || listed?.branch || "–";
  const amount = amountOf(row);
  // What would be paid, and not why it is left out.
  const struck = excluded && "line-through decoration-subtle-foreground";
  return (
    <div
      {...{ ...AS.row, "aria-rowindex": index + 2, onFocus: () => onCurrent(line) }}
      aria-busy={draft.saving.has(line) || undefined}
      data-line={line}
      data-current={isCurrent || undefined}
      tabIndex={-1}
      className="border-b border-border -outline-offset-2 hover:bg-accent data-current:bg-accent"
    >
      <div
        className={cn(
          "grid min-h-12 grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-1 text-md max-lg:py-2",
          DRAFT_GRID,
          excluded && "text-subtle-foreground",
        )}
      >
        <span {...AS.cell} className="figures text-sm text-muted-foreground">
          {line}
        </span>
        <span {...AS.cell} className={cn("min-w-0", struck)}>
          {part(
            "destination",
            ["destination", "destinationName"],
            `${fields.destination} ${bank}`,
            <>
              <span className="font-mono text-xs text-muted-foreground">{fields.destination}</span>{" "}
              <span lang="ja">{bank}</span>
            </>,
          )}
          {part(
            "destinationBranchCode",
            ["destinationBranchCode", "destinationBranchName"],
            `${fields.destinationBranchCode} ${branch}`,
            <>
              <span className="font-mono">{fields.destinationBranchCode}</span> <span lang="ja">{branch}</span>
            </>,
            "text-xs text-muted-foreground",
          )}
        </span>
        <span {...AS.cell} className={cn("min-w-0 max-lg:col-span-2 max-lg:col-start-2", struck)}>
          {part(
            "destinationAccountName",
            ["destinationAccountName"],
            fields.destinationAccountName,
            <span lang="ja">{fields.destinationAccountName || "–"}</span>,
          )}
          <span className="flex min-w-0 gap-1.5 font-mono text-xs text-muted-foreground">
            {part(
              "destinationAccount",
              ["destinationAccount", "destinationAccountType"],
              fields.destinationAccount,
              fields.destinationAccount || "–",
              "shrink-0 text-foreground",
            )}
            {part("playerId", ["playerId"], fields.playerId, fields.playerId || "–")}
          </span>
        </span>
        <span {...AS.cell} className={cn("min-w-0 max-lg:col-start-3 max-lg:row-start-1", struck)}>
          {part("amount", ["amount", "currency"], amount, amount, "figures w-full text-right font-semibold")}
        </span>
        <span {...AS.cell} className="min-w-0 max-lg:col-span-2 max-lg:col-start-2">
          {draft.unsaved.has(line) && !open ? <NotSaved /> : <RowCheck environment={environment} row={row} />}
        </span>
        <span
          {...AS.cell}
          className="flex min-w-0 flex-wrap justify-end gap-1 max-lg:col-span-2 max-lg:col-start-2 max-lg:justify-start"
        >
          {mayEdit && <RowActions {...props} />}
        </span>
      </div>
      {open && (
        <div {...AS.cell}>
          <RowOpen {...props} open={open} />
        </div>
      )}
    </div>
  );
}

/** As it was typed, where it is no amount of its currency. */
function amountOf({ paid, fields }: DraftRow): string {
  if (paid) return formatAmount(paid.amount, paid.currency);
  const read = parseTypedAmount(fields.amount, fields.currency);
  return read.ok ? formatAmount(read.value, fields.currency) : `${fields.amount} ${fields.currency}`;
}

type PartProps = {
  /** In full, where there is no room for it. */
  title: string;
  isWrong: boolean;
  onEdit: (() => void) | null;
  className: string;
  children: ReactNode;
};

function Part({ title, isWrong, onEdit, className, children }: PartProps) {
  const wrong = isWrong && "underline decoration-destructive decoration-2 underline-offset-3";
  const shared = { title, className: cn("block max-w-full min-w-0 truncate text-left", className, wrong) };
  if (!onEdit) return <span {...shared}>{children}</span>;
  return (
    <button {...shared} type="button" tabIndex={-1} onClick={onEdit} className={cn(shared.className, "cursor-text")}>
      {children}
    </button>
  );
}

function RowActions({ row, draft: { unsaved, fix, edit, exclude }, onOpen }: Props) {
  const t = useTranslations("batches.draft");
  const { line, excluded, problems, fixes = {} } = row;
  if (excluded) {
    return (
      <Button size="small" aria-label={t("includeRow", { line })} onClick={() => exclude([row], null)}>
        <Undo2 aria-hidden />
        {t("include")}
      </Button>
    );
  }
  const [fixed] = fieldsIn(fixes);
  return (
    <>
      {fixed && (
        <Button
          size="small"
          // The second click of two on a fix meets the button of the next one where the answer came between.
          onClick={({ detail }) => detail < 2 && (problems ? fix([row]) : edit(row, fixes))}
          className="min-w-0 shrink"
          title={fixes[fixed] || undefined}
        >
          <span className="truncate">{fixes[fixed] ? t("useFix", { value: fixes[fixed] }) : t("useDirectory")}</span>
        </Button>
      )}
      {hindrance(row) === "warning" && !isBlocked(row) && (
        <Button size="small" aria-label={t("acceptRow", { line })} onClick={() => onOpen({ line, kind: "accept" })}>
          {t("accept")}
        </Button>
      )}
      <Button
        size="small"
        variant="ghost"
        aria-label={t("editRow", { line })}
        onClick={() => onOpen(editing(row, unsaved.get(line)))}
      >
        <Pencil aria-hidden />
      </Button>
      <Button
        size="small"
        variant="ghost"
        aria-label={t("excludeRow", { line })}
        onClick={() => onOpen({ line, kind: "exclude" })}
      >
        <MinusCircle aria-hidden />
      </Button>
    </>
  );
}

function RowOpen({ environment, row, open, draft, onClose }: Props & { open: OpenForm }) {
  const t = useTranslations("batches.draft");
  const { line } = row;
  const close = () => onClose(line);
  if (open.kind === "edit") {
    return (
      <RowEditor
        {...{ row, typed: draft.typed.get(line) ?? NOTHING, first: open.first }}
        onType={(fields) => draft.keepTyped(row, fields)}
        onSave={(fields) => draft.edit(row, fields)}
        onDrop={() => draft.drop(row)}
        onClose={close}
      />
    );
  }
  const { kind } = open;
  return (
    <>
      {kind === "accept" && (
        <ul className="grid gap-0.5 px-4 pb-1 text-sm">
          {openWarnings(row.warnings ?? [], null).map((warning) => (
            <li key={`${warning.kind} ${warning.at}`}>
              <WarningWords environment={environment} warning={warning} currency={row.paid?.currency} />
            </li>
          ))}
        </ul>
      )}
      <RowReason
        key={kind}
        name={String(line)}
        label={t(`${kind}Reason`, { count: 1 })}
        submit={t(`${kind}Submit`, { count: 1 })}
        isSaving={draft.saving.has(line)}
        onSubmit={(reason) => draft[kind]([row], reason).then((isSaved) => isSaved && close())}
        onClose={close}
      />
    </>
  );
}

const NOTHING: TypedFields = {};
