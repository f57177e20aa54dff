"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
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
  const dismissed = isDismissed(order);
  const anyway = t("confirmAnyway", { amount: formatAmount(amount, currency) });
  return (
    <ReissueForm
      of="deposits.again"
      {...{ order, reissue }}
      say={(kind) => t(`problems.${kind}`)}
      onConfirm={() => reissue.send({ referenceId: order.referenceId })}
    >
      {(confirm) => (
        <>
          {dismissed && (
            <Alert tone="watch" className="w-full">
              {t("dismissed")}
            </Alert>
          )}
          {playerId === null ? (
            confirm({ anyway: dismissed ? anyway : undefined })
          ) : (
            <PlayerChecks {...{ environment, order, mayRegister, currency, playerId }}>
              {({ isLooking, isTurnedDown }) =>
                confirm({ isLooking, anyway: isTurnedDown || dismissed ? anyway : undefined })
              }
            </PlayerChecks>
          )}
        </>
      )}
    </ReissueForm>
  );
}

type Checked = { isLooking: boolean; isTurnedDown: boolean };
type Checks = Props & { currency: string; playerId: string; children: (checked: Checked) => ReactNode };

/** Whether the service takes another deposit of the player, and which ones the player may still pay: as of now. */
function PlayerChecks({ environment, order, mayRegister, children, ...terms }: Checks) {
  const { data: known, isError, isFetchedAfterMount } = useDepositChecks(environment, terms);
  // What was answered before this was opened may no longer be so.
  const isPending = !isFetchedAfterMount;
  const data = isPending || isError ? undefined : known;
  return (
    <>
      <div className="grid w-full gap-2.5">
        <PlayerKycStatus
          environment={environment}
          checks={{ data, isPending }}
          register={mayRegister ? playerOf(environment, order) : null}
        />
        {/* Where the checks fail, those that were known stay. */}
        <OpenDeposits environment={environment} orders={isPending ? [] : (known?.open ?? [])} />
      </div>
      {children({ isLooking: isPending, isTurnedDown: data !== undefined && turnsDown(data.player) })}
    </>
  );
}
