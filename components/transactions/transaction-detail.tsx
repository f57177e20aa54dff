"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { DepositSteps } from "@/components/deposits/deposit-steps";
import { HandOver } from "@/components/deposits/hand-over";
import { PayerCard } from "@/components/deposits/payer-card";
import { Staleness } from "@/components/feedback/staleness";
import { ORDER_GRID } from "@/components/orders/order-grid";
import { OrderLink } from "@/components/orders/order-link";
import { type RevealOf, useReveal } from "@/components/pii/use-reveal";
import { ApprovalCard, NextWaiting } from "@/components/withdrawals/approval-card";
import { HoldNotice } from "@/components/withdrawals/hold-notice";
import { WithdrawalSteps } from "@/components/withdrawals/withdrawal-steps";
import type { Environment } from "@/lib/environment";
import { transactionCache } from "@/lib/transactions/cache";
import type { TransactionView } from "@/lib/transactions/schema";
import { isDismissed } from "@/lib/transactions/status/display-status";
import { isAwaitingApproval } from "@/lib/transactions/submission/submission";
import { AddNote } from "./add-note";
import { MoneyCard } from "./money-card";
import { NotesCard } from "./notes-card";
import { OrderFrame } from "./order-header";
import { PrintedBy } from "./print-out";
import { ProtocolSteps } from "./protocol-steps";
import { AttestNonCreation, DismissDeposit, StopOrder } from "./reason-form";
import { RecipientCard } from "./recipient-card";
import { RecordCard } from "./record-card";
import type { ReplyWords } from "./reply-words";
import { DiscrepancyClaims, DiscrepancyResolution, ResolveDiscrepancy } from "./resolve-discrepancy";
import { StatusCard } from "./status-card";
import { Timeline } from "./timeline";

type Props = {
  environment: Environment;
  referenceId: string;
  /** The name of the reader, as it stands on what they print. */
  reader: string;
  mayAsk: boolean;
  mayNote: boolean;
  mayReadRaw: boolean;
  mayRequest: boolean;
  mayDeposit: boolean;
  mayRegister: boolean;
  mayApprove: boolean;
  maySettle: boolean;
  mayStop: boolean;
  words: ReplyWords[];
};

/** One order: first the sentence that is true, then what happened, then the figures and ids. */
export function TransactionDetail({ environment, referenceId, reader, words, ...may }: Props) {
  const t = useTranslations("orders");
  // Watched until nothing more is expected of it.
  const query = useSuspenseQuery(transactionCache.one(environment, referenceId));
  const noteField = useRef<HTMLTextAreaElement>(null);
  const order = query.data;
  const { withdrawal, deposit, instructions, readerId } = order;
  const payer = useReveal(environment, { of: "payer", referenceId });
  const receiver = useReveal(environment, { of: "receiver", referenceId });
  // Once decided it is a part of what happened; a decision moves nothing while the page is open.
  const [isToDecide] = useState(isAwaitingApproval(query.data.submission));
  const approval = withdrawal?.approval && (
    <ApprovalCard environment={environment} order={order} withdrawal={withdrawal} approval={withdrawal.approval}>
      {may.mayApprove && <NextWaiting environment={environment} referenceId={referenceId} />}
    </ApprovalCard>
  );
  return (
    <OrderFrame
      environment={environment}
      order={order}
      mayAsk={may.mayAsk}
      mayResend={withdrawal ? may.mayRequest : deposit !== null && may.mayDeposit}
      onAddNote={may.mayNote ? () => noteField.current?.focus() : null}
    >
      <Staleness query={query} />
      <StatusCard environment={environment} order={order} mayAsk={may.mayAsk} words={words}>
        {order.discrepancy && <DiscrepancyClaims claims={order.discrepancy.claims} mayResolve={may.maySettle} />}
        {order.resolution && <DiscrepancyResolution resolution={order.resolution} />}
        {order.hold && (
          <HoldNotice environment={environment} order={order} hold={order.hold} mayRelease={may.mayApprove} />
        )}
        {isDismissed(order) && order.replacedBy === null && <p className="mt-3 text-sm">{t("dismissed")}</p>}
        {order.replacedBy !== null && (
          <p className="mt-3 text-sm">
            {t("replacedBy")} <OrderLink environment={environment} referenceId={order.replacedBy} />
          </p>
        )}
        <AttestNonCreation environment={environment} order={order} />
        {may.maySettle && <ResolveDiscrepancy environment={environment} order={order} />}
        {may.mayStop && <StopOrder environment={environment} order={order} />}
        {may.mayRequest && withdrawal && <WithdrawalSteps environment={environment} order={order} />}
        {may.mayDeposit && deposit && (
          <>
            <DepositSteps environment={environment} order={order} mayRegister={may.mayRegister} />
            <DismissDeposit environment={environment} order={order} />
          </>
        )}
      </StatusCard>
      {order.proof && <ProtocolSteps order={order} proof={order.proof} />}
      {instructions && <HandOver order={withPayer(order, payer.shown)} how={instructions} reveal={receiver} />}
      {isToDecide && approval}
      <div className={ORDER_GRID}>
        <div className="grid min-w-0 gap-4">
          <Timeline environment={environment} referenceId={referenceId} newest={order} mayReadRaw={may.mayReadRaw} />
          {!isToDecide && approval && <div className="-mb-4">{approval}</div>}
          <NotesCard notes={order.notes}>
            {/* What one user typed is not there for another who has signed in since. */}
            {may.mayNote && <AddNote key={readerId} {...{ environment, referenceId, readerId }} field={noteField} />}
          </NotesCard>
        </div>
        <div className="grid min-w-0 gap-4 lg:sticky lg:top-header print:*:break-inside-avoid">
          <MoneyCard environment={environment} order={order} mayAsk={may.mayAsk} />
          {deposit && <PayerCard payer={deposit.payer} reveal={payer} playerId={order.playerId} />}
          {withdrawal && <RecipientCard environment={environment} order={order} withdrawal={withdrawal} />}
          <RecordCard environment={environment} order={order} />
        </div>
      </div>
      <PrintedBy name={reader} order={order} />
    </OrderFrame>
  );
}

/** Once the payer was shown, what is handed over names them, too. */
const withPayer = (order: TransactionView, shown: RevealOf<"payer">["shown"]): TransactionView =>
  order.deposit && shown
    ? { ...order, deposit: { ...order.deposit, payer: { ...order.deposit.payer, ...shown, masked: false } } }
    : order;
