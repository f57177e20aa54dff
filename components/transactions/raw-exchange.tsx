"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { headerLines, RawText } from "@/components/evidence/raw-text";
import { Reveal } from "@/components/pii/reveal";
import { useReveal } from "@/components/pii/use-reveal";
import { Disclosure } from "@/components/ui/disclosure";
import type { Environment } from "@/lib/environment";
import type { Shown } from "@/lib/pii/redact-json";
import { transactionCache } from "@/lib/transactions/cache";

type Props = { environment: Environment; exchangeId: string };

/** What went over the wire when we called the service. */
export function RawExchange(props: Props) {
  const t = useTranslations("common");
  return (
    <Disclosure summary={t("raw")}>
      <Exchange {...props} />
    </Disclosure>
  );
}

function Exchange({ environment, exchangeId }: Props) {
  const t = useTranslations();
  const { data, isError } = useQuery(transactionCache.exchange(environment, exchangeId));
  const reveal = useReveal(environment, { of: "exchange", exchangeId });
  if (isError) return <p role="alert">{t("common.unavailable")}</p>;
  if (!data) return <p role="status">{t("common.loading")}</p>;
  const { path, httpStatus, headers, rawRemovedAt, revealable } = data;
  const { requestBody, body } = reveal.shown ?? data;
  const isWithheld = (shown: Shown) => shown === "withheld" && reveal.shown === null;
  const isMasked = data.requestShown !== "whole" || data.bodyShown !== "whole";
  if (rawRemovedAt !== null)
    return (
      <p className="mt-1">
        {t.rich("common.rawRemoved", { at: () => <Timestamp at={rawRemovedAt} style="minute" /> })}
      </p>
    );
  return (
    <>
      {isMasked && (
        <Reveal reveal={reveal} revealable={revealable} what={t("common.raw")} className="mt-1 justify-items-start" />
      )}
      <RawText name={t("timeline.exchange.request", { path })}>
        {isWithheld(data.requestShown) ? t("common.personal.withheld") : requestBody}
      </RawText>
      {httpStatus === null ? (
        <p className="mt-2">{t("timeline.exchange.noAnswer")}</p>
      ) : (
        <>
          <RawText name={t("timeline.exchange.answer", { status: httpStatus })}>
            {isWithheld(data.bodyShown) ? t("common.personal.withheld") : body || t("timeline.exchange.empty")}
          </RawText>
          <RawText name={t("timeline.exchange.headers")}>{headerLines(headers)}</RawText>
        </>
      )}
    </>
  );
}
