"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { headerLines, RawText } from "@/components/evidence/raw-text";
import { Recheck } from "@/components/evidence/recheck";
import { Reveal } from "@/components/pii/reveal";
import { useReveal } from "@/components/pii/use-reveal";
import { activityCache } from "@/lib/activity/cache";
import type { Environment } from "@/lib/environment";

type Props = { environment: Environment; deliveryId: string; mayRecheck?: boolean };

/** Headers and body of a callback, and what one may do with it. */
export function Delivery({ environment, deliveryId, mayRecheck = false }: Props) {
  const t = useTranslations();
  const { data, isError } = useQuery(activityCache.delivery(environment, deliveryId));
  const reveal = useReveal(environment, { of: "delivery", deliveryId });
  if (isError) return <p role="alert">{t("common.unavailable")}</p>;
  if (!data) return <p role="status">{t("common.loading")}</p>;
  const { shown, revealable, headers, sourceAddress, rawRemovedAt } = data;
  const { body, isText } = reveal.shown ?? data;
  if (rawRemovedAt !== null)
    return (
      <p className="mt-1">
        {t.rich("common.rawRemoved", { at: () => <Timestamp at={rawRemovedAt} style="minute" /> })}
      </p>
    );
  return (
    <>
      {sourceAddress && (
        <p className="mt-1 text-subtle-foreground">{t("timeline.exchange.from", { address: sourceAddress })}</p>
      )}
      {shown !== "whole" && (
        <Reveal reveal={reveal} revealable={revealable} what={t("common.raw")} className="mt-1 justify-items-start" />
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
}
