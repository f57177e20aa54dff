"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { When } from "@/components/when";
import type { Environment } from "@/lib/environment";
import type { ApprovalView, TransactionView } from "@/lib/transactions/schema";
import { isAwaitingApproval } from "@/lib/transactions/submission";
import { Decide } from "./decide";
import { RecipientLines } from "./recipient-lines";
import { TakeBack } from "./take-back";

type Withdrawal = NonNullable<TransactionView["withdrawal"]>;
type Props = { environment: Environment; order: TransactionView; withdrawal: Withdrawal; approval: ApprovalView };

/** Who agreed to a withdrawal, who still has to, and what the reader can do about it. */
export function ApprovalCard({ children, ...shown }: Props & { children: ReactNode }) {
  const { order, approval } = shown;
  const t = useTranslations("withdrawals.approval");
  const { needed, given, expiresAt, mine } = approval;
  const title = useDecidedFocus(mine);
  const approvals = given.filter(({ decision }) => decision === "approved").length;
  const until = () => <When at={expiresAt} style="minute" />;
  return (
    <Card className="mb-4">
      <CardHeader>
        <CardTitle ref={title} tabIndex={-1}>
          {t("title")}
        </CardTitle>
        <span className="figures text-[13px] text-ink-2">{t("progress", { given: approvals, needed })}</span>
        {isAwaitingApproval(order.submission) && (
          <span className="ml-auto text-xs text-ink-3">{t.rich("until", { until })}</span>
        )}
      </CardHeader>
      <div className="grid gap-3 px-4 py-3.5">
        <Decisions given={given} />
        <WhatIMayDo {...shown} mine={mine} />
        {mine !== "may decide" && children}
      </div>
    </Card>
  );
}

/** The buttons go once a decision has been received; the focus goes to where it can be read, not to the top. */
function useDecidedFocus(mine: ApprovalView["mine"]) {
  const title = useRef<HTMLHeadingElement>(null);
  const [couldDecide, setCouldDecide] = useState(mine === "may decide");
  const hasDecided = couldDecide && mine !== "may decide";
  useEffect(() => {
    if (!hasDecided) return;
    if (document.activeElement === document.body) title.current?.focus();
    setCouldDecide(false);
  }, [hasDecided]);
  return title;
}

function Decisions({ given }: Pick<ApprovalView, "given">) {
  const t = useTranslations("withdrawals.approval");
  const timeline = useTranslations("timeline");
  if (given.length === 0) return <p className="text-ink-2">{t("nobody")}</p>;
  return (
    <ul className="grid gap-1.5">
      {given.map(({ by, at, decision, reason }) => (
        <li key={at}>
          <span className="font-medium">{t("decided", { by, decision })}</span>{" "}
          <span className="text-xs text-ink-3">
            <When at={at} style="minute" />
          </span>
          {reason && <p>{timeline("reason", { reason })}</p>}
        </li>
      ))}
    </ul>
  );
}

type MineProps = Omit<Props, "approval"> & Pick<ApprovalView, "mine">;

function WhatIMayDo({ environment, order, withdrawal, mine }: MineProps) {
  const t = useTranslations("withdrawals.approval");
  const digest = () => <span className="font-mono text-[12.5px]">{withdrawal.digest.slice(0, 6)}</span>;
  switch (mine) {
    case "may decide":
      return (
        <>
          <RecipientLines recipient={withdrawal.recipient} playerId={order.playerId} />
          <p className="text-ink-2">{t.rich("check", { digest })}</p>
          <Decide environment={environment} order={order} withdrawal={withdrawal} />
        </>
      );
    case "own request":
      return (
        <>
          <p className="text-ink-2">{t.rich("own", { digest })}</p>
          <TakeBack environment={environment} referenceId={order.referenceId} />
        </>
      );
    case "decided before":
      return <p className="text-ink-2">{t("decidedBefore")}</p>;
    case null:
      return null;
  }
}
