"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { isAtTheDoor, useProblemWords } from "@/components/forms/use-problem-words";
import type { Environment } from "@/lib/environment";
import { FoundOut } from "./found-out";
import { useAttestNonCreation } from "./use-attest-non-creation";

type Props = { environment: Environment; referenceId: string };

/** A person's word that a lost order was not created. */
export function AttestNonCreation({ environment, referenceId }: Props) {
  const t = useTranslations("orders.attesting");
  const problemWords = useProblemWords();
  const [reason, setReason] = useState("");
  const attest = useAttestNonCreation(environment);
  const error = attest.data?.ok === false ? attest.data.error : null;
  const problem = error && (isAtTheDoor(error) ? problemWords(error) : t(`problems.${error.kind}`));
  return (
    <FoundOut
      words={{
        open: t("open"),
        lead: t("lead"),
        reason: t("reason"),
        reasonHint: t("reasonHint"),
        submit: attest.isPending ? t("attesting") : t("attest"),
      }}
      reason={reason}
      onReason={setReason}
      reasonProblem={error?.kind === "invalid" ? error.fields.reason : undefined}
      problem={attest.isError ? t("problems.unreachable") : problem}
      isLeaving={attest.isPending || attest.data?.ok === true}
      onSubmit={() => attest.mutate({ referenceId, reason })}
    />
  );
}
