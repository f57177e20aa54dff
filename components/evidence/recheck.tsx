"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useProblemWords } from "@/components/forms/use-problem-words";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { recheckDeliveryAction } from "@/lib/activity/actions";
import type { Environment } from "@/lib/environment";

type Props = { environment: Environment; deliveryId: string };

/** Checks one delivery again, as it came, with the secret of today. */
export function Recheck({ environment, deliveryId }: Props) {
  const t = useTranslations("activity");
  const recheck = useMutation({ mutationFn: () => recheckDeliveryAction(environment, { deliveryId }) });
  const said = useWords(recheck);
  return (
    <div className="mt-2 grid justify-items-start gap-2">
      <Button size="small" disabled={recheck.isPending} onClick={() => recheck.mutate()}>
        {recheck.isPending ? t("rechecking") : t("recheck")}
      </Button>
      <div role="status">{said && <Alert>{said}</Alert>}</div>
    </div>
  );
}

type Said = { data: Awaited<ReturnType<typeof recheckDeliveryAction>> | undefined; isError: boolean };

function useWords({ data, isError }: Said): string | null {
  const t = useTranslations("activity");
  const problemWords = useProblemWords();
  if (isError) return t("recheckUnreachable");
  if (!data) return null;
  if (data.ok) {
    const { signature, asks } = data.value;
    return t("rechecked", { signature: t(`signatures.${signature}`), asks: asks ? "yes" : "no" });
  }
  switch (data.error.kind) {
    case "not_held":
    case "raw_removed":
      return t(`recheckProblems.${data.error.kind}`);
    case "foreign_origin":
    case "signed_out":
    case "forbidden":
    case "read_only":
    case "no_such_environment":
    case "invalid":
      return problemWords(data.error);
  }
}
