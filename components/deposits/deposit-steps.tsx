"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useOrderAction } from "@/components/orders/order-action";
import { correctPath } from "@/components/orders/order-link";
import { ReissueForm } from "@/components/orders/reissue-form";
import { Alert } from "@/components/ui/alert";
import { buttonVariants } from "@/components/ui/button";
import { reissueDepositAction } from "@/lib/deposits/actions";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import type { TransactionView } from "@/lib/transactions/schema";
import { isDismissed } from "@/lib/transactions/status/display-status";
import { isCorrectable } from "@/lib/transactions/submission/submission";
import { OpenDeposits } from "./open-deposits";
import { PlayerKycStatus, turnsDown, useDepositChecks } from "./player-kyc-status";
import { playerOf, TurnedDown } from "./turned-down";

type Props = { environment: Environment; order: TransactionView; mayRegister: boolean };

/** What a person can do about a deposit that came to nothing, or may have. */
export function DepositSteps({ environment, order, mayRegister }: Props) {
  const t = useTranslations("deposits");
  const { referenceId, submission, conflict, replacedBy } = order;
  return (
    <>
      <TurnedDown environment={environment} order={order} mayRegister={mayRegister} />
      <CreateAgain environment={environment} order={order} mayRegister={mayRegister} />
      {isCorrectable(submission) && !conflict && replacedBy === null && (
        <Link
          href={correctPath(environment, "deposits", referenceId)}
          className={buttonVariants({ className: "mt-3" })}
        >
          {t("correct")}
        </Link>
      )}
    </>
  );
}

/** Creates a deposit again under a new, linked id. Once that is to be confirmed, it shows what a new deposit's review does. */
function CreateAgain({ environment, order, mayRegister }: Props) {
  const t = useTranslations("deposits.again");
  const reissue = useOrderAction(environment, reissueDepositAction);
  const { currency, amount, playerId } = order;
  // `PlayerChecks` asks.
  const { data, isPending } = useDepositChecks(environment, { currency, playerId: playerId ?? "" }, false);
  const isTurnedDown = data !== undefined && turnsDown(data.player);
  const dismissed = isDismissed(order);
  return (
    <ReissueForm
      of="deposits.again"
      {...{ order, reissue }}
      say={(kind) => t(`problems.${kind}`)}
      onConfirm={() => reissue.send({ referenceId: order.referenceId })}
      isLooking={playerId !== null && isPending}
      anyway={isTurnedDown || dismissed ? t("confirmAnyway", { amount: formatAmount(amount, currency) }) : undefined}
    >
      {dismissed && (
        <Alert tone="watch" className="w-full">
          {t("dismissed")}
        </Alert>
      )}
      {playerId !== null && <PlayerChecks {...{ environment, order, mayRegister, currency, playerId }} />}
    </ReissueForm>
  );
}

/** Whether the service takes another deposit of the player, and which ones the player may still pay. */
function PlayerChecks({ environment, order, mayRegister, ...terms }: Props & { currency: string; playerId: string }) {
  const checks = useDepositChecks(environment, terms);
  return (
    <div className="grid w-full gap-2.5">
      <PlayerKycStatus
        environment={environment}
        checks={checks}
        register={mayRegister ? playerOf(environment, order) : null}
      />
      <OpenDeposits environment={environment} orders={checks.data?.open ?? []} />
    </div>
  );
}
