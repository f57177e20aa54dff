import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import type { RequesterView } from "@/lib/transactions/schema";

/** What an approver should know of the requester: disabled, not permitted any more, new, or who else may have requested it. */
export function RequesterWarnings({ requester, name }: { requester: RequesterView; name: string }) {
  const t = useTranslations("withdrawals.approval.requester");
  const { problem, isFirstRequest, isNewAccount, shares } = requester;
  return (
    <>
      {problem && <Alert tone="failed">{t(problem, { name })}</Alert>}
      {(isFirstRequest || isNewAccount) && (
        <Alert tone="watch">
          {isFirstRequest && t("isFirstRequest", { name })} {isNewAccount && t("isNewAccount", { name })}
        </Alert>
      )}
      {shares && (
        <p className="text-muted-foreground">
          {t("shares", { kind: shares.kind, name, others: shares.names.join(t("comma")) })}
        </p>
      )}
    </>
  );
}
