"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { ReasonSection } from "@/components/commands/reason-section";
import { Unsent } from "@/components/commands/unsent";
import { useCommand } from "@/components/commands/use-command";
import { useUnsent } from "@/components/commands/use-unsent";
import type { PanelSteps } from "@/components/data-table/docked";
import { QueryPanel } from "@/components/data-table/query-panel";
import { EventHistory } from "@/components/display/event-history";
import { Timestamp } from "@/components/display/timestamp";
import { keptTyped } from "@/components/forms/kept-typed";
import { useKeptTyped } from "@/components/forms/use-kept-typed";
import type { Environment } from "@/lib/environment";
import { undoMovementNameAction } from "@/lib/reconciliation/actions";
import { movementCache } from "@/lib/reconciliation/cache";
import type { MovementDetail, MovementEvent, UndoNameInput } from "@/lib/reconciliation/movements/schema";
import { formatDay } from "@/lib/time";
import { MovementBadge } from "./movement-badge";
import { NameMovement } from "./name-movement";
import { SignedMoney } from "./signed-money";

type Props = {
  environment: Environment;
  movementId: string;
  steps: PanelSteps;
  mayName: boolean;
  readerId: string;
};

/** A movement with what it was named, and how it is named. */
export function MovementPanel({ environment, movementId, steps, mayName, readerId }: Props) {
  const t = useTranslations("movements");
  const locale = useLocale();
  const query = useQuery(movementCache.one(environment, movementId));
  const { data } = query;
  return (
    <QueryPanel
      label={t("panel.label")}
      head={
        data && (
          <h2 className="text-md font-semibold">
            <SignedMoney amount={data.amount} currency={data.currency} />
          </h2>
        )
      }
      {...{ query, steps }}
      missing={t("panel.problems.no_movement")}
    >
      {(movement) => (
        <>
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
          {mayName && <NameMovement {...{ environment, movement, readerId }} />}
          {mayName && <UndoName {...{ environment, movement, readerId }} />}
          <EventHistory
            title={t("panel.history")}
            events={movement.history}
            sentence={(event) => <Sentence event={event} />}
          />
        </>
      )}
    </QueryPanel>
  );
}

type UndoProps = { environment: Environment; movement: MovementDetail; readerId: string };

const REASONS = keptTyped<string>();

function UndoName({ environment, movement: { movementId, name }, readerId }: UndoProps) {
  const t = useTranslations("movements.panel");
  const form = useKeptTyped(REASONS, { author: readerId, about: movementId }, () => "");
  const reason = form.typed;
  const undo = useCommand(
    form.sending((input: UndoNameInput) => undoMovementNameAction(environment, input)),
    {
      typed: { reason },
      // A later one is about another name.
      onDone: form.restart,
      changes: movementCache.all(environment),
    },
  );
  const isOver = name === null;
  const unsent = useUnsent(isOver, undo, form.wasSent);
  if (isOver)
    return (
      unsent && reason !== "" && <Unsent why={unsent} notRecorded={t("unsent")} typed={[[t("undoReason"), reason]]} />
    );
  return (
    <ReasonSection
      name="undo-reason"
      words={{ title: t("undoTitle"), reason: t("undoReason"), send: t("undo") }}
      command={undo}
      say={(kind) => t(`problems.${kind}`)}
      reason={reason}
      onReason={form.setTyped}
      onSend={() => undo.send({ movementId, reason })}
    />
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
