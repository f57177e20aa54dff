"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { ReasonSection } from "@/components/commands/reason-section";
import { Unsent } from "@/components/commands/unsent";
import { useCommand } from "@/components/commands/use-command";
import { useUnsent } from "@/components/commands/use-unsent";
import type { PanelSteps } from "@/components/data-table/docked";
import { QueryPanel } from "@/components/data-table/query-panel";
import { EventHistory } from "@/components/display/event-history";
import { Timestamp } from "@/components/display/timestamp";
import { TextField } from "@/components/forms/form-field";
import { keptTyped } from "@/components/forms/kept-typed";
import { useFieldWords } from "@/components/forms/use-field-words";
import { useKeptTyped } from "@/components/forms/use-kept-typed";
import { SignedMoney } from "@/components/movements/signed-money";
import { Button } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";
import { colon } from "@/lib/i18n/list-text";
import { matchEntryAction, unmatchEntryAction } from "@/lib/reconciliation/actions";
import { statementCache } from "@/lib/reconciliation/cache";
import type { EntryDetail, MatchInput, UnmatchInput } from "@/lib/reconciliation/statements/schema";
import { MATCH_BANK_DAYS } from "@/lib/reconciliation/statements/statement-match";
import { formatDay } from "@/lib/time";
import { EntryBadge } from "./entry-badge";

type Props = { environment: Environment; entryId: string; steps: PanelSteps; mayMatch: boolean; readerId: string };
type PartProps = { environment: Environment; entry: EntryDetail };
type WorkProps = PartProps & { readerId: string };

const MATCHES = keptTyped<string>();
const UNMATCHES = keptTyped<string>();

/** An entry with what it is matched to, or may be. */
export function EntryPanel({ environment, entryId, steps, mayMatch, readerId }: Props) {
  const t = useTranslations("statements");
  const query = useQuery(statementCache.one(environment, entryId));
  return (
    <QueryPanel
      label={t("panel.label")}
      head={query.data && <h2 className="text-md font-semibold">{t("panel.title", { line: query.data.line })}</h2>}
      {...{ query, steps }}
      missing={t("panel.missing")}
    >
      {(entry) => (
        <>
          <Facts entry={entry} />
          {entry.movement && entry.match && <Movement environment={environment} entry={entry} />}
          {mayMatch && <Offers {...{ environment, entry, readerId }} />}
          {mayMatch && <Unmatch {...{ environment, entry, readerId }} />}
          {entry.history.length > 0 && (
            <EventHistory
              title={t("panel.history")}
              events={entry.history}
              sentence={({ kind, by, reason }) =>
                by === null ? t(`panel.events.${kind}ByConsole`) : t(`panel.events.${kind}`, { by, reason })
              }
            />
          )}
        </>
      )}
    </QueryPanel>
  );
}

function Facts({ entry }: { entry: EntryDetail }) {
  const t = useTranslations("statements");
  const problems = useFieldWords();
  const locale = useLocale();
  const { amount, currency, bookedOn, valuedOn, party, description, reference, file, account, raw, state } = entry;
  const facts: [string, ReactNode][] = [
    [t("columns.amount"), amount && currency && <SignedMoney amount={amount} currency={currency} />],
    [t("columns.bookedOn"), formatDay(bookedOn, locale)],
    [t("fields.valuedOn"), valuedOn && formatDay(valuedOn, locale)],
    [t("columns.party"), party ?? t("panel.hidden")],
    [t("columns.description"), description ?? t("panel.hidden")],
    [t("panel.reference"), reference ?? t("panel.hidden")],
    [t("columns.account"), account],
    [t("columns.file"), file],
  ];
  return (
    <div className="grid gap-2">
      <p>
        <EntryBadge state={state} />
      </p>
      <dl className="grid grid-cols-[7rem_1fr] gap-x-3 gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted-foreground">{name}</dt>
            <dd className="break-all">{value || "–"}</dd>
          </div>
        ))}
      </dl>
      {entry.problems.map(({ field, column, value, code }) => (
        <p key={`${field} ${code}`} className="text-sm text-destructive">
          {t("panel.problem", { field: t(`fields.${field}`), column })}{" "}
          {value !== "" && <span className="font-mono text-xs break-all">{value}</span>} {problems(code)}
        </p>
      ))}
      <p className="text-xs text-muted-foreground">
        {t("panel.raw")}
        {colon(locale)}
        <span className="font-mono break-all">{raw ?? t("panel.hidden")}</span>
      </p>
    </div>
  );
}

function Movement({ environment, entry: { movement, match } }: PartProps) {
  const t = useTranslations("statements.panel");
  if (!movement || !match) return null;
  return (
    <section className="grid gap-1 border-t border-border pt-4 text-sm">
      <h3 className="font-semibold">{t("movement")}</h3>
      <Link
        prefetch={false}
        href={`/${environment}/reconciliation/movements?movement=${match.movementId}`}
        className="w-fit text-primary hover:underline"
      >
        <SignedMoney amount={movement.amount} currency={movement.currency} />
      </Link>
      <p className="text-muted-foreground">
        <Timestamp at={movement.from} style="minute" /> – <Timestamp at={movement.until} style="minute" />
      </p>
    </section>
  );
}

function Offers({ environment, entry: { entryId, offers, state }, readerId }: WorkProps) {
  const t = useTranslations("statements.panel");
  const form = useKeptTyped(MATCHES, { author: readerId, about: entryId }, () => "");
  const reason = form.typed;
  const match = useCommand(
    form.sending((input: MatchInput) => matchEntryAction(environment, input)),
    {
      typed: { reason },
      onDone: form.restart,
      changes: statementCache.all(environment),
      refreshes: true,
    },
  );
  const isOver = state !== "unmatched";
  const unsent = useUnsent(isOver, match, form.wasSent);
  if (isOver)
    return (
      unsent && reason !== "" && <Unsent why={unsent} notRecorded={t("unsent")} typed={[[t("matchReason"), reason]]} />
    );
  return (
    <section className="grid gap-2 border-t border-border pt-4">
      <h3 className="text-sm font-semibold">{t("offers")}</h3>
      <p className="text-xs text-muted-foreground">{t("offersLead", { days: MATCH_BANK_DAYS })}</p>
      {offers.length === 0 && <p className="text-sm">{t("noOffers")}</p>}
      {offers.length > 0 && (
        <>
          <TextField
            name="match-reason"
            label={t("matchReason")}
            problem={match.fields.reason}
            value={reason}
            onChange={form.setTyped}
          />
          <ul className="divide-y divide-border">
            {offers.map(({ movementId, amount, currency, from, until, reason: why }) => (
              <li key={movementId} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
                <span className="min-w-0 flex-1 basis-48">
                  <b className="font-semibold">
                    <SignedMoney amount={amount} currency={currency} />
                  </b>{" "}
                  <span className="text-muted-foreground">
                    <Timestamp at={from} style="minute" /> – <Timestamp at={until} style="minute" />
                  </span>
                  <span className="block text-xs text-warning">{t(`offerReasons.${why}`)}</span>
                </span>
                <Button
                  size="small"
                  disabled={reason.trim() === "" || match.isPending}
                  onClick={() => match.send({ entryId, movementId, reason })}
                >
                  {t("match")}
                </Button>
              </li>
            ))}
          </ul>
          <CommandProblem of={match} say={(kind) => t(`problems.${kind}`)} />
        </>
      )}
    </section>
  );
}

function Unmatch({ environment, entry: { entryId, state }, readerId }: WorkProps) {
  const t = useTranslations("statements.panel");
  const form = useKeptTyped(UNMATCHES, { author: readerId, about: entryId }, () => "");
  const reason = form.typed;
  const unmatch = useCommand(
    form.sending((input: UnmatchInput) => unmatchEntryAction(environment, input)),
    {
      typed: { reason },
      onDone: form.restart,
      changes: statementCache.all(environment),
      refreshes: true,
    },
  );
  const isOver = state !== "matched";
  const unsent = useUnsent(isOver, unmatch, form.wasSent);
  if (isOver)
    return (
      unsent &&
      reason !== "" && <Unsent why={unsent} notRecorded={t("unsent")} typed={[[t("unmatchReason"), reason]]} />
    );
  return (
    <ReasonSection
      name="unmatch-reason"
      words={{ title: t("unmatchTitle"), reason: t("unmatchReason"), send: t("unmatch") }}
      command={unmatch}
      say={(kind) => t(`problems.${kind}`)}
      reason={reason}
      onReason={form.setTyped}
      onSend={() => unmatch.send({ entryId, reason })}
    />
  );
}
