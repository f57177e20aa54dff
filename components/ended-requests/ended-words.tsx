import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import type { EndedRequest } from "@/lib/dashboard/schema";

/** How a proposal of the reader ended that was not applied, and why. */
export function EndedWords({ request: { end, by, at, reason } }: { request: EndedRequest }) {
  const t = useTranslations("approvals");
  return (
    <>
      <p>{t.rich("ended", { end, by, at: () => <Timestamp at={at} style="minute" /> })}</p>
      {reason && <p className="break-words">{t("reason", { reason })}</p>}
    </>
  );
}
