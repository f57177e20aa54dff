"use client";

import { useTranslations } from "next-intl";
import { Fragment, useId, useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { Unsent } from "@/components/commands/unsent";
import { useCommand } from "@/components/commands/use-command";
import { useSecondPress } from "@/components/commands/use-second-press";
import { useUnsent } from "@/components/commands/use-unsent";
import { CommandForm } from "@/components/forms/command-form";
import { TextField } from "@/components/forms/form-field";
import { Button } from "@/components/ui/button";
import { Card, TitledCard } from "@/components/ui/card";
import { closeDayAction, proposeReopeningAction } from "@/lib/daily-close/actions";
import type { CloseInput, Difference } from "@/lib/daily-close/schema";
import type { Environment } from "@/lib/environment";

/** `isOver`: it cannot be done, or no longer. What was typed then stays to be read. */
type Day = { environment: Environment; day: string; isOver: boolean };
/** `differences`: those that stand beside the form. */
type CloseProps = Day & { differences: Difference[] };

/** Closing is asked about once more: taking it back needs two people. */
export function CloseDay({ environment, day, isOver, differences }: CloseProps) {
  const t = useTranslations("dailyClose");
  const id = useId();
  const { isAsked, isKept, ask, keep, reset } = useSecondPress();
  const [reason, setReason] = useState("");
  // A reason is about what stood there when it was begun: an answer refreshes the page, and other figures may come.
  const [about, setAbout] = useState(differences);
  const [isMissing, setMissing] = useState(false);
  const close = useCommand((form: CloseInput) => closeDayAction(environment, form), {
    typed: { reason },
    onDone: () => setReason(""),
  });
  const unsent = useUnsent(isOver, close);
  const { isLeaving, refusal } = close;
  // The figures may have changed since the page was loaded.
  const asksReason = differences.length > 0 || refusal?.kind === "reason_needed";

  if (isOver && isAsked) reset();
  if (isOver)
    return unsent && reason !== "" && <Unsent why={unsent} notRecorded={t("unsent")} typed={[[t("reason"), reason]]} />;

  function press() {
    const isGiven = !asksReason || reason.trim() !== "";
    setMissing(!isGiven);
    const seen = refusal?.kind === "changed_since_shown" ? differences : about;
    if (isGiven) close.send(asksReason ? { day, reason, seen } : { day });
  }
  return (
    <TitledCard title={t("closeTitle")} className="print:hidden">
      <CommandForm isPending={isLeaving} onSend={press} className="grid gap-3 p-4">
        <p id={id} className="text-sm text-muted-foreground">
          {t("closeWhy")}
        </p>
        {isAsked && asksReason && (
          <TextField
            name="reason"
            label={t("reason")}
            hint={t("reasonHint")}
            problem={isMissing ? "required" : close.fields.reason}
            value={reason}
            onChange={(typed) => {
              if (reason === "") setAbout(differences);
              setReason(typed);
            }}
          />
        )}
        <div className="flex flex-wrap gap-2">
          {/* Of their own keys: a button that became another one would keep the focus. The safe one is under the pointer. */}
          {isAsked ? (
            <Fragment key="asked">
              <Button size="field" autoFocus aria-describedby={id} disabled={isLeaving} onClick={keep}>
                {t("notYet")}
              </Button>
              <Button type="submit" variant="primary" size="field" disabled={isLeaving}>
                {isLeaving ? t("closingNow") : t("closeNow")}
              </Button>
            </Fragment>
          ) : (
            <Button key="usual" variant="primary" size="field" autoFocus={isKept} onClick={ask}>
              {t("close")}
            </Button>
          )}
        </div>
        <CommandProblem of={close} say={(kind) => t(`problems.${kind}`)} />
      </CommandForm>
    </TitledCard>
  );
}

/** A closed day is reopened by two people: this one says why, another confirms. */
export function ReopenDay({ environment, day, isOver }: Day) {
  const t = useTranslations("dailyClose");
  const { isAsked, isKept, ask, keep, reset } = useSecondPress();
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const propose = useCommand((form: { day: string; reason: string }) => proposeReopeningAction(environment, form), {
    typed: { reason },
    onDone: () => setReason(""),
  });
  const { isLeaving } = propose;
  const unsent = useUnsent(isOver, propose);
  if (isOver && isAsked) reset();
  if (isOver)
    return (
      unsent && reason !== "" && <Unsent why={unsent} notRecorded={t("unsent")} typed={[[t("reopenReason"), reason]]} />
    );
  const press = () => {
    setMissing(reason.trim() === "");
    if (reason.trim() !== "") propose.send({ day, reason });
  };
  if (!isAsked) {
    return (
      <div className="print:hidden">
        <Button size="field" autoFocus={isKept} onClick={ask}>
          {t("reopen")}
        </Button>
      </div>
    );
  }
  return (
    <Card className="print:hidden">
      <CommandForm isPending={isLeaving} onSend={press} className="grid gap-3 p-4">
        <p className="max-w-prose text-muted-foreground">{t("reopenWhy")}</p>
        <TextField
          name="reason"
          autoFocus
          label={t("reopenReason")}
          problem={isMissing ? "required" : propose.fields.reason}
          value={reason}
          onChange={setReason}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" size="field" disabled={isLeaving}>
            {isLeaving ? t("proposing") : t("proposeReopening")}
          </Button>
          <Button size="field" disabled={isLeaving} onClick={keep}>
            {t("notYet")}
          </Button>
        </div>
        <CommandProblem of={propose} say={(kind) => t(`problems.${kind}`)} />
      </CommandForm>
    </Card>
  );
}
