"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { RawBox } from "@/components/evidence/raw-box";
import { headerLines, RawText } from "@/components/evidence/raw-text";
import { Recheck } from "@/components/evidence/recheck";
import { useReveal } from "@/components/pii/use-reveal";
import { activityCache } from "@/lib/activity/cache";
import type { Environment } from "@/lib/environment";

type Props = { environment: Environment; deliveryId: string; mayRecheck?: boolean };

/** Headers and body of a callback, and what one may do with it. */
export function Delivery({ environment, deliveryId, mayRecheck = false }: Props) {
  const t = useTranslations();
  const query = useQuery(activityCache.delivery(environment, deliveryId));
  const reveal = useReveal(environment, { of: "delivery", deliveryId });
  return (
    <RawBox query={query} reveal={reveal} isWhole={({ shown }) => shown === "whole"}>
      {({ shown, headers, sourceAddress, ...kept }) => {
        const { body, isText } = reveal.shown ?? kept;
        return (
          <>
            {sourceAddress && (
              <p className="mt-1 text-subtle-foreground">{t("timeline.exchange.from", { address: sourceAddress })}</p>
            )}
            <RawText name={t(isText ? "timeline.exchange.body" : "timeline.exchange.hex")}>
              {shown === "withheld" && reveal.shown === null
                ? t("common.personal.withheld")
                : body || t("timeline.exchange.empty")}
            </RawText>
            <RawText name={t("timeline.exchange.headers")}>{headerLines(headers)}</RawText>
            {mayRecheck && <Recheck environment={environment} deliveryId={deliveryId} />}
          </>
        );
      }}
    </RawBox>
  );
}
