import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Copyable } from "@/components/display/copyable";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { TitledCard } from "@/components/ui/card";
import type { ChainView } from "@/lib/audit/schema";
import { cn } from "@/lib/cn";

/** Whether one chain of the log holds, and what to keep elsewhere so that its end cannot be cut off unseen. */
export function AuditChain({ chain: { chain, links, unlinked, head, broken } }: { chain: ChainView }) {
  const t = useTranslations("audit");
  const badge = (
    <Badge tone={broken ? "failed" : "neutral"}>{t(broken ? "isBroken" : "holds", { count: links })}</Badge>
  );
  return (
    <Frame chain={chain} badge={badge} isBroken={broken !== null}>
      {broken && (
        <Alert tone="failed" role="alert">
          {t(`breaks.${broken.how}`, { position: broken.position, line: broken.eventId ?? "" })} {t("whatNow")}
        </Alert>
      )}
      {unlinked > 0 && !broken && <p className="text-muted-foreground">{t("unlinked", { count: unlinked })}</p>}
      {links === 0 && unlinked === 0 && !broken && <p className="text-muted-foreground">{t("empty")}</p>}
      {links > 0 && (
        <Head label={t(broken ? "headBefore" : "head")}>
          <Copyable text={`${chain}:${links}:${head}`} what={t("head")} />
        </Head>
      )}
    </Frame>
  );
}

/** The same while every line is being checked, as high as it is going to be. */
export function AuditChainAsked({ chain }: Pick<ChainView, "chain">) {
  const t = useTranslations("audit");
  return (
    <Frame
      chain={chain}
      badge={
        <p role="status" className="text-xs text-subtle-foreground">
          {t("checking")}
        </p>
      }
    >
      <Head label={t("head")}>
        <span className="invisible" aria-hidden inert>
          <Copyable text={`${chain}:0000:${"0".repeat(64)}`} what={t("head")} />
        </span>
      </Head>
    </Frame>
  );
}

type FrameProps = Pick<ChainView, "chain"> & { badge: ReactNode; isBroken?: boolean; children: ReactNode };

/** Beside the details of an entry only what it found, unless that is a break. */
function Frame({ chain, badge, isBroken = false, children }: FrameProps) {
  const t = useTranslations("audit");
  return (
    <TitledCard title={t(`chains.${chain}`)} aside={badge}>
      <div className={cn("grid gap-3 px-4 py-3", !isBroken && "xl:group-has-[[data-docked]]/page:hidden")}>
        {children}
      </div>
    </TitledCard>
  );
}

function Head({ label, children }: { label: string; children: ReactNode }) {
  const t = useTranslations("audit");
  return (
    <div>
      <p className="text-xs text-subtle-foreground">{label}</p>
      {children}
      <p className="mt-1 max-w-prose text-xs text-muted-foreground">
        {t.rich("keep", { code: (command) => <code className="whitespace-nowrap">{command}</code> })}
      </p>
    </div>
  );
}
