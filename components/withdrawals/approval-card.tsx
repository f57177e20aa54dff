"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Timestamp } from "@/components/display/timestamp";
import { shortDigest } from "@/components/orders/digest";
import { orderPath } from "@/components/orders/order-link";
import { Alert } from "@/components/ui/alert";
import { buttonVariants } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { useFocusAfter } from "@/components/use-focus-after";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import type { ApprovalView, TransactionView } from "@/lib/transactions/schema";
import { endedHere, hasNotLeft, isAwaitingApproval } from "@/lib/transactions/submission/submission";
import { decisionEnd } from "@/lib/withdrawals/approvers";
import { withdrawalCache } from "@/lib/withdrawals/cache";
import { CorrectionSummary } from "./correction-summary";
import { Decide, TakeBack } from "./decide";
import { Purpose } from "./purpose";
import { AdviceAlerts } from "./recipient-advice";
import { RecipientLines, RecipientWarnings } from "./recipient-lines";
import { RequesterWarnings } from "./requester-warnings";

type Withdrawal = NonNullable<TransactionView["withdrawal"]>;
type Props = { environment: Environment; order: TransactionView; withdrawal: Withdrawal; approval: ApprovalView };

/** Who agreed to a withdrawal, who still has to, and what the reader can do about it. */
export function ApprovalCard({ children, ...shown }: Props & { children: ReactNode }) {
  const { order, withdrawal, approval } = shown;
  const t = useTranslations("withdrawals.approval");
  const { needed, given, counted, expiresAt, mine, newPayeeUntil } = approval;
  const [isHeld, setIsHeld] = useState(false);
  // The buttons go once a decision has been received, and so does the notice that it is held.
  const title = useFocusAfter<HTMLHeadingElement>(mine === "may_decide" ? "buttons" : isHeld ? "notice" : "nothing");
  // What has left was judged when it left; who was disabled since takes nothing from it.
  const isOpen = hasNotLeft(order.submission);
  const approvals = given.filter(({ decision, counts }) => (isOpen ? counts : decision === "approved")).length;
  const until = () => <Timestamp at={expiresAt} style="minute" />;
  return (
    <Card className="mb-4">
      <CardHeader>
        <CardTitle ref={title} tabIndex={-1}>
          {t("title")}
        </CardTitle>
        <span className="figures text-sm text-muted-foreground">{t("progress", { given: approvals, needed })}</span>
        {isAwaitingApproval(order.submission) && (
          <span className="ml-auto text-xs text-subtle-foreground">{t.rich("until", { until })}</span>
        )}
      </CardHeader>
      <div className="grid gap-3 px-4 py-3.5">
        {isAwaitingApproval(order.submission) && (
          <RequesterWarnings requester={approval.requester} name={withdrawal.requestedBy} />
        )}
        {/* Which sum asked for the approvals, where it was not this payout alone. */}
        {counted.basis !== "payout" && (
          <p className="text-muted-foreground">
            {t(`counted.${counted.basis}`, {
              total: formatAmount(counted.amount, order.currency),
              name: withdrawal.requestedBy,
            })}
          </p>
        )}
        {newPayeeUntil !== null && (
          <p className="text-muted-foreground">
            {t.rich("newPayee", { until: () => <Timestamp at={newPayeeUntil} style="minute" /> })}
          </p>
        )}
        <Decisions given={given} isOpen={isOpen} />
        {approval.shortfallReason !== null && (
          <Alert tone="watch">
            {t("shortfallReason", { name: withdrawal.requestedBy, reason: approval.shortfallReason })}
          </Alert>
        )}
        <WhatIMayDo {...shown} />
        <MyDecision {...shown} isHeld={isHeld} onHold={setIsHeld} />
        {mine !== "may_decide" && children}
      </div>
    </Card>
  );
}

function Decisions({ given, isOpen }: Pick<ApprovalView, "given"> & { isOpen: boolean }) {
  const t = useTranslations("withdrawals.approval");
  const timeline = useTranslations("timeline");
  if (given.length === 0) return <p className="text-muted-foreground">{t("undecided")}</p>;
  return (
    <ul className="grid gap-1.5">
      {given.map(({ by, at, decision, reason, counts }) => (
        <li key={at}>
          <span className="font-medium">{t("decided", { by, decision })}</span>{" "}
          <span className="text-xs text-subtle-foreground">
            <Timestamp at={at} style="minute" />
          </span>
          {isOpen && decision === "approved" && !counts && (
            <span className="text-xs text-warning"> · {t("notCounted")}</span>
          )}
          {reason && <p>{timeline("reason", { reason })}</p>}
        </li>
      ))}
    </ul>
  );
}

function WhatIMayDo({ environment, order, withdrawal, approval }: Props) {
  const t = useTranslations("withdrawals.approval");
  const { mine, mayTakeBack, advice, correction } = approval;
  const { digest: whole } = withdrawal;
  const digest = () => <span className="font-mono text-xs">{whole && shortDigest(whole)}</span>;
  switch (mine) {
    case "may_decide":
      // Null only where accounts are masked, and who decides sees them whole.
      if (whole === null) return null;
      return (
        <>
          <RecipientLines
            recipient={withdrawal.recipient}
            holder={order.currency === "JPY" ? withdrawal.recipient.destinationAccountName : null}
            playerId={order.playerId}
          />
          <Purpose environment={environment} purpose={withdrawal.purpose} attachments={withdrawal.attachments} />
          <RecipientWarnings warnings={withdrawal.recipient.warnings} />
          <AdviceAlerts environment={environment} advice={advice} />
          {correction && (
            <CorrectionSummary environment={environment} correction={correction} currency={order.currency} />
          )}
          <p className="text-muted-foreground">{t.rich("check", { digest })}</p>
        </>
      );
    case "own_request":
      return (
        <>
          <p className="text-muted-foreground">{t.rich("own", { digest })}</p>
          {mayTakeBack && <TakeBack environment={environment} referenceId={order.referenceId} />}
        </>
      );
    case "own_key":
      return <p className="text-muted-foreground">{t("ownKey", { key: withdrawal.requestedBy })}</p>;
    case "decided_before":
      return <p className="text-muted-foreground">{t("decidedBefore")}</p>;
    case null:
      return null;
  }
}

type Held = { isHeld: boolean; onHold: (isHeld: boolean) => void };

/** Stays after the order was decided while a decision of the reader is begun or refused, to say what became of it. */
function MyDecision({ environment, order, withdrawal, approval, isHeld, onHold }: Props & Held) {
  const { mine, given, requester } = approval;
  const { submission, readerId } = order;
  const isOpen = mine === "may_decide";
  if (withdrawal.digest === null || !(isOpen || isHeld)) return null;
  const end = mine ?? (isAwaitingApproval(submission) ? "closed" : endedHere(submission) ? submission : "approved");
  return (
    // What one user typed is not there for another who has signed in since.
    <Decide
      key={readerId}
      readerId={readerId}
      environment={environment}
      order={order}
      withdrawal={withdrawal}
      digest={withdrawal.digest}
      mayApprove={requester.problem === null}
      end={end === "may_decide" ? null : decisionEnd(end, given)}
      onHold={onHold}
    />
  );
}

/** From one decision straight to the next: the most urgent one that waits for the reader besides this. */
export function NextWaiting({ environment, referenceId }: { environment: Environment; referenceId: string }) {
  const t = useTranslations("withdrawals.approval");
  const { data } = useQuery(withdrawalCache.waitingForMe(environment));
  const next = data?.mostUrgent.find((waiting) => waiting !== referenceId);
  if (!data || next === undefined) return null;
  const others = data.mostUrgent.includes(referenceId) ? data.count - 1 : data.count;
  return (
    <Link
      href={orderPath(environment, next)}
      className={buttonVariants({ className: "justify-self-start pointer-coarse:min-h-11" })}
    >
      {t("next", { count: others })}
    </Link>
  );
}
