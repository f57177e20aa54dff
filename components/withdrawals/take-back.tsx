"use client";

import { useTranslations } from "next-intl";
import { sendFailureOf } from "@/components/forms/send-in-time";
import { Button } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";
import { ApprovalProblem } from "./approval-problem";
import { useTakeBackWithdrawal } from "./use-take-back-withdrawal";

/** Ends one's own request while it still waits. Nothing has left, so nothing needs to be confirmed. */
export function TakeBack({ environment, referenceId }: { environment: Environment; referenceId: string }) {
  const t = useTranslations("withdrawals.approval");
  const takeBack = useTakeBackWithdrawal(environment);
  const isLeaving = takeBack.isPending || takeBack.data?.ok === true;
  return (
    <>
      <Button
        className="justify-self-start pointer-coarse:min-h-11"
        focusableWhenDisabled
        disabled={isLeaving}
        onClick={() => takeBack.mutate({ referenceId })}
      >
        {isLeaving ? t("takingBack") : t("takeBack")}
      </Button>
      <ApprovalProblem
        error={takeBack.data?.ok === false ? takeBack.data.error : null}
        failed={sendFailureOf(takeBack.error)}
      />
    </>
  );
}
