"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { DetailPanel } from "@/components/data-table/detail-panel";
import type { PanelSteps } from "@/components/data-table/docked";
import { Timestamp } from "@/components/display/timestamp";
import { Empty } from "@/components/feedback/empty";
import { Staleness } from "@/components/feedback/staleness";
import { TextField } from "@/components/forms/form-field";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { Environment } from "@/lib/environment";
import { ViewUnavailable } from "@/lib/fetch-view";
import { undoMovementNameAction } from "@/lib/reconciliation/actions";
import { movementCache } from "@/lib/reconciliation/cache";
import type { MovementDetail, MovementEvent, UndoNameInput } from "@/lib/reconciliation/movements/schema";
import { formatDay } from "@/lib/time";
import { MovementBadge } from "./movement-badge";
import { NameMovement } from "./name-movement";
import { SignedMoney } from "./signed-money";

type Props = { environment: Environment; movementId: string; steps: PanelSteps; mayName: boolean };

/** A movement with what it was named, and how it is named. */
export function MovementPanel({ environment, movementId, steps, mayName }: Props) {
  const t = useTranslations("movements");
  const locale = useLocale();
  const query = useQuery(movementCache.one(environment, movementId));
  const { data: movement, error } = query;
  const isMissing = error instanceof ViewUnavailable && error.status === 404;
  return (
    <DetailPanel
      label={t("panel.label")}
      head={
        movement ? (
          <h2 className="text-md font-semibold">
            <SignedMoney amount={movement.amount} currency={movement.currency} />
          </h2>
        ) : (
          <Skeleton className="h-5 w-40" />
        )
      }
      steps={steps}
    >
      {movement ? (
        <div className="grid gap-4">
          <Staleness query={query} />
          <div className="grid gap-1">
            <p className="flex flex-wrap items-center gap-2 font-semibold">
              <MovementBadge state={movement.state} />
              {movement.name && t(`kinds.${movement.name.kind}`)}
            </p>
            <p className="text-sm text-muted-foreground">
              {t.rich("panel.span", {
                from: () => <Timestamp at={movement.from} style="full" />,
                until: () => <Timestamp at={movement.until} style="full" />,
              })}
            </p>
            <p className="text-sm text-muted-foreground">{t(`meanings.${movement.state}`)}</p>
            {movement.entry && (
              <Link
                prefetch={false}
                href={`/${environment}/reconciliation/statements?entry=${movement.entry.entryId}`}
                className="w-fit text-sm text-primary hover:underline"
              >
                {t("columns.bank")} {formatDay(movement.entry.bookedOn, locale)}
              </Link>
            )}
          </div>
          {mayName && movement.state === "unnamed" && (
            <NameMovement key={movement.movementId} environment={environment} movement={movement} />
          )}
          {mayName && movement.name && <UndoName environment={environment} movement={movement} />}
          <History movement={movement} />
        </div>
      ) : isMissing ? (
        <Empty title={t("panel.missing")} />
      ) : error ? (
        <Staleness query={query} />
      ) : (
        <Skeleton className="h-72" />
      )}
    </DetailPanel>
  );
}

function UndoName({ environment, movement: { movementId } }: { environment: Environment; movement: MovementDetail }) {
  const t = useTranslations("movements.panel");
  const [reason, setReason] = useState("");
  const undo = useCommand((input: UndoNameInput) => undoMovementNameAction(environment, input), {
    changes: movementCache.all(environment),
  });
  return (
    <section className="grid gap-2 border-t border-border pt-4">
      <h3 className="text-sm font-semibold">{t("undoTitle")}</h3>
      <TextField
        name="undo-reason"
        label={t("undoReason")}
        problem={undo.fields.reason}
        value={reason}
        onChange={setReason}
      />
      <Button
        className="justify-self-start"
        focusableWhenDisabled
        disabled={reason.trim() === "" || undo.isPending}
        onClick={() => undo.send({ movementId, reason })}
      >
        {t("undo")}
      </Button>
      <CommandProblem of={undo} say={(kind) => t(`problems.${kind}`)} />
    </section>
  );
}

/** What was found and what people said about it, the newest first. */
function History({ movement: { history } }: { movement: MovementDetail }) {
  const t = useTranslations("movements.panel");
  return (
    <section className="grid gap-1.5 border-t border-border pt-4">
      <h3 className="text-sm font-semibold">{t("history")}</h3>
      <ol className="grid gap-1 text-sm">
        {history.map((event) => (
          <li key={`${event.at} ${event.kind}`} className="flex flex-wrap gap-x-2">
            <span className="text-xs leading-5 text-subtle-foreground">
              <Timestamp at={event.at} style="minute" />
            </span>
            <Sentence event={event} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Sentence({ event }: { event: MovementEvent }) {
  const t = useTranslations("movements");
  switch (event.kind) {
    case "found":
    case "explained":
      return <span>{t(`panel.events.${event.kind}`)}</span>;
    case "undone":
      return <span>{t("panel.events.undone", { by: event.by, reason: event.reason })}</span>;
    case "named": {
      const name = t(`kinds.${event.name}`);
      const { by, rule, note } = event;
      return (
        <span>
          {rule === null
            ? t("panel.events.named", { by, name })
            : t("panel.events.namedByRule", { by, name, number: rule })}
          {note !== "" && <span className="block text-xs text-muted-foreground">{note}</span>}
        </span>
      );
    }
  }
}
