import { useTranslations } from "next-intl";
import { Copyable } from "@/components/copyable";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { ChainView } from "@/lib/audit/schema";

/** Whether one chain of the log holds, and what to keep elsewhere so that its end cannot be cut off unseen. */
export function AuditChain({ chain: { chain, links, head, broken } }: { chain: ChainView }) {
  const t = useTranslations("audit");
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t(`chains.${chain}`)}</CardTitle>
        <Badge tone={broken ? "failed" : "neutral"}>{t(broken ? "isBroken" : "holds", { count: links })}</Badge>
      </CardHeader>
      <div className="grid gap-3 px-4 py-3">
        {broken && (
          <Alert tone="failed" role="alert">
            {t(`breaks.${broken.how}`, { position: broken.position, line: broken.eventId ?? "" })} {t("whatNow")}
          </Alert>
        )}
        {links === 0 && !broken && <p className="text-ink-2">{t("empty")}</p>}
        {links > 0 && (
          <div>
            <p className="text-xs text-ink-3">{t(broken ? "headBefore" : "head")}</p>
            <Copyable text={`${chain}:${links}:${head}`} what={t("head")} />
            <p className="mt-1 max-w-prose text-xs text-ink-2">{t("keep")}</p>
          </div>
        )}
      </div>
    </Card>
  );
}
