"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useCommand } from "@/components/commands/use-command";
import { Timestamp } from "@/components/display/timestamp";
import { statusText } from "@/components/messages/status-text";
import type { Environment } from "@/lib/environment";
import { resolveDiscrepancyAction } from "@/lib/transactions/actions";
import { transactionCache } from "@/lib/transactions/cache";
import type { Resolution } from "@/lib/transactions/discrepancies/resolution";
import type { Claim, DiscrepancyResolutionInput, TransactionView } from "@/lib/transactions/schema";
import { ReasonForm } from "./reason-form";
import { useDisagreementText } from "./use-disagreement-text";

type Props = { environment: Environment; order: TransactionView };

/** What a person found out about an order that contradicts itself. */
export function ResolveDiscrepancy({ environment, order }: Props) {
  const t = useTranslations("orders.resolving");
  const [finding, setFinding] = useState<Resolution | null>(null);
  const [reason, setReason] = useState("");
  const [isUnanswered, setIsUnanswered] = useState(false);
  const resolve = useCommand((input: DiscrepancyResolutionInput) => resolveDiscrepancyAction(environment, input), {
    typed: { reason },
    onDone: () => {
      // A later discrepancy needs a finding of its own.
      setFinding(null);
      setReason("");
    },
    changes: transactionCache.all(environment),
    counts: transactionCache.allTotals(environment),
  });
  const { referenceId, discrepancy } = order;
  const { findings, seen, callback } = discrepancy ?? NONE;
  // Received, until the order is refetched; a later discrepancy can be resolved again.
  const isLeaving = resolve.isPending || (resolve.isDone && resolve.input?.seen === seen);

  function submit() {
    // News can take away the finding that was chosen.
    const isOffered = finding !== null && findings.includes(finding);
    setIsUnanswered(!isOffered);
    if (isOffered) resolve.send({ referenceId, finding, reason, seen, callback });
  }
  return (
    <ReasonForm
      of="orders.resolving"
      lead={t("lead")}
      submit={isLeaving ? t("pending") : t("resolve")}
      reason={reason}
      onReason={setReason}
      command={{ ...resolve, isLeaving }}
      say={(kind) => t(`problems.${kind}`)}
      onSubmit={submit}
      isOver={discrepancy === null}
    >
      <fieldset aria-describedby="finding-problem" className="grid justify-items-start gap-1">
        <legend className="mb-1 text-sm font-semibold">{t("finding")}</legend>
        {findings.map((one) => (
          <label key={one} className="inline-flex items-start gap-2 py-1 pointer-coarse:min-h-11">
            <input
              type="radio"
              name="finding"
              className="mt-1 accent-primary"
              checked={finding === one}
              onChange={() => {
                setFinding(one);
                setIsUnanswered(false);
              }}
            />
            {t(`findings.${one}`)}
          </label>
        ))}
        <p id="finding-problem" role="alert" className="text-xs font-medium text-destructive empty:hidden">
          {isUnanswered && t("choose")}
        </p>
      </fieldset>
    </ReasonForm>
  );
}

const NONE: NonNullable<TransactionView["discrepancy"]> = { findings: [], seen: null };

/** What was reported, each with its source: a person compares it with the record, which it does not change. */
export function DiscrepancyClaims({ claims = [], mayResolve }: { claims?: Claim[] | undefined; mayResolve: boolean }) {
  const t = useTranslations("orders.resolving");
  const reported = useTranslations("timeline.reported");
  const states = useTranslations("states");
  const text = useDisagreementText();
  if (claims.length === 0 && mayResolve) return null;
  return (
    <div className="mt-3 grid gap-1 text-sm">
      {claims.length > 0 && (
        <>
          <p className="font-semibold">{t("claims")}</p>
          <ul className="grid gap-1.5 border-l-3 border-l-border-strong pl-3">
            {claims.map(({ source, status, at, fields }) => (
              <li key={`${source} ${status} ${at} ${fields.map(({ said }) => said).join()}`} className="wrap-anywhere">
                {reported(source, { state: statusText(states, status) })}{" "}
                <span className="text-xs text-subtle-foreground">
                  <Timestamp at={at} style="recent" />
                </span>
                {fields.map((one) => (
                  <p key={one.field} className="font-medium">
                    {text(one)}
                  </p>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
      {!mayResolve && <p className="text-muted-foreground print:hidden">{t("mayNot")}</p>}
    </div>
  );
}

type Resolved = { resolution: NonNullable<TransactionView["resolution"]> };

/** What a person found, in their own words: it stands beside what the service says and never in its place. */
export function DiscrepancyResolution({ resolution: { by, at, finding, reason } }: Resolved) {
  const t = useTranslations("orders.resolving");
  const quoted = useTranslations("timeline");
  return (
    <div className="mt-3 border-l-3 border-l-border-strong pl-3 text-sm">
      <p className="font-semibold">{t(`findings.${finding}`)}</p>
      <p className="break-words">{quoted("reason", { reason })}</p>
      <p className="text-subtle-foreground">{t.rich("by", { by, at: () => <Timestamp at={at} style="full" /> })}</p>
    </div>
  );
}
