import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import type { RequesterView } from "@/lib/transactions/schema";

/** What an approver should know of the requester before deciding: disabled, not permitted any more, or new. */
export function RequesterWarnings({ requester, name }: { requester: RequesterView; name: string }) {
  const t = useTranslations("withdrawals.approval.requester");
  const { problem, isFirstRequest, isNewAccount } = requester;
  return (
    <>
      {problem && <Alert tone="failed">{t(problem, { name })}</Alert>}
      {(isFirstRequest || isNewAccount) && (
        <Alert tone="watch">
          {isFirstRequest && t("isFirstRequest", { name })} {isNewAccount && t("isNewAccount", { name })}
        </Alert>
      )}
    </>
  );
}
