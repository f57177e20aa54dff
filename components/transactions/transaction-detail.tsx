"use client";

import { DepositSteps } from "@/components/deposits/deposit-steps";
import { HandOver } from "@/components/deposits/hand-over";
import { PayerCard } from "@/components/deposits/payer-card";
import { Staleness } from "@/components/feedback/staleness";
import { type RevealOf, useReveal } from "@/components/pii/use-reveal";
import { ApprovalCard } from "@/components/withdrawals/approval-card";
import { Correct, PayAgain } from "@/components/withdrawals/correct";
import { HoldNotice } from "@/components/withdrawals/hold-notice";
import { NextWaiting } from "@/components/withdrawals/next-waiting";
import { Reissue } from "@/components/withdrawals/reissue";
import type { Environment } from "@/lib/environment";
import type { TransactionView } from "@/lib/transactions/schema";
import { isQueued } from "@/lib/transactions/submission/submission";
import { AddNote } from "./add-note";
import { AttestNonCreation } from "./attest-non-creation";
import { DiscrepancyResolution } from "./discrepancy-resolution";
import { MoneyCard } from "./money-card";
import { OrderHeader } from "./order-header";
import { RecipientCard } from "./recipient-card";
import { RecordCard } from "./record-card";
import { ReplacedBy } from "./replaced-by";
import { ResolveDiscrepancy } from "./resolve-discrepancy";
import type { SentenceWords } from "./sentence-words";
import { StatusCard } from "./status-card";
import { StopOrder } from "./stop-order";
import { Timeline } from "./timeline";
import { useTransaction } from "./use-transaction";

type Props = {
  environment: Environment;
  referenceId: string;
  mayAsk: boolean;
  mayNote: boolean;
  mayReadRaw: boolean;
  mayRequest: boolean;
  mayDeposit: boolean;
  mayRegister: boolean;
  mayApprove: boolean;
  maySettle: boolean;
  mayStop: boolean;
  words: SentenceWords[];
};

/** One order: first the sentence that is true, then what happened, then the figures and ids. */
export function TransactionDetail({ environment, referenceId, words, ...may }: Props) {
  const query = useTransaction(environment, referenceId);
  const order = query.data;
  const { withdrawal, deposit, instructions } = order;
  const payer = useReveal(environment, { of: "payer", referenceId });
  const receiver = useReveal(environment, { of: "receiver", referenceId });
  return (
    <>
      <OrderHeader environment={environment} order={order} mayAsk={may.mayAsk} />
      <Staleness query={query} />
      <StatusCard order={order} words={words}>
        {order.settlement && <DiscrepancyResolution settlement={order.settlement} />}
        {order.hold && (
          <HoldNotice environment={environment} order={order} hold={order.hold} mayRelease={may.mayApprove} />
        )}
        <ReplacedBy environment={environment} order={order} />
        {order.proof?.mayAttest && <AttestNonCreation environment={environment} referenceId={referenceId} />}
        {may.maySettle && <ResolveDiscrepancy environment={environment} order={order} />}
        {may.mayStop && isQueued(order.submission) && <StopOrder environment={environment} order={order} />}
        {may.mayRequest && withdrawal && (
          <>
            <Reissue environment={environment} order={order} />
            <Correct environment={environment} order={order} />
            <PayAgain environment={environment} order={order} />
          </>
        )}
        {may.mayDeposit && deposit && (
          <DepositSteps environment={environment} order={order} mayRegister={may.mayRegister} />
        )}
      </StatusCard>
      {instructions && <HandOver order={withPayer(order, payer.shown)} how={instructions} reveal={receiver} />}
      {withdrawal?.approval && (
        <ApprovalCard environment={environment} order={order} withdrawal={withdrawal} approval={withdrawal.approval}>
          {may.mayApprove && <NextWaiting environment={environment} referenceId={referenceId} />}
        </ApprovalCard>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[1.4fr_1fr]">
        <Timeline environment={environment} referenceId={referenceId} newest={order} mayReadRaw={may.mayReadRaw}>
          {may.mayNote && <AddNote environment={environment} referenceId={referenceId} />}
        </Timeline>
        <div className="grid gap-4">
          <MoneyCard order={order} />
          {deposit && <PayerCard payer={deposit.payer} reveal={payer} playerId={order.playerId} />}
          {withdrawal && (
            <RecipientCard
              environment={environment}
              referenceId={referenceId}
              recipient={withdrawal.recipient}
              purpose={withdrawal.purpose}
              attachments={withdrawal.attachments}
              playerId={order.playerId}
            />
          )}
          <RecordCard environment={environment} order={order} />
        </div>
      </div>
    </>
  );
}

/** Once the payer was shown, what is handed over names them, too. */
const withPayer = (order: TransactionView, shown: RevealOf<"payer">["shown"]): TransactionView =>
  order.deposit && shown
    ? { ...order, deposit: { ...order.deposit, payer: { ...order.deposit.payer, ...shown, masked: false } } }
    : order;
