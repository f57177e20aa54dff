"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { isAtTheDoor, useProblemWords } from "@/components/forms/use-problem-words";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import type { TransactionView } from "@/lib/transactions/schema";
import { FoundOut } from "./found-out";
import { useStopOrder } from "./use-stop-order";

type Props = { environment: Environment; order: TransactionView };

/** Stops a queued order, after a confirmation with a reason. */
export function StopOrder({ environment, order: { referenceId, type, amount, currency } }: Props) {
  const t = useTranslations("orders.stop");
  const problemWords = useProblemWords();
  const [reason, setReason] = useState("");
  const stop = useStopOrder(environment);
  const error = stop.data?.ok === false ? stop.data.error : null;
  const problem = error && (isAtTheDoor(error) ? problemWords(error) : t(`problems.${error.kind}`));
  return (
    <FoundOut
      words={{
        open: t("open"),
        lead: t("lead", { type }),
        reason: t("reason"),
        reasonHint: t("reasonHint"),
        submit: stop.isPending ? t("stopping") : t("submit", { type, amount: formatAmount(amount, currency) }),
      }}
      reason={reason}
      onReason={setReason}
      reasonProblem={error?.kind === "invalid" ? error.fields.reason : undefined}
      problem={stop.isError ? t("problems.unreachable") : problem}
      isLeaving={stop.isPending || stop.data?.ok === true}
      onSubmit={() => stop.mutate({ referenceId, reason })}
    />
  );
}
