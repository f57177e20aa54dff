"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { RawBox } from "@/components/evidence/raw-box";
import { headerLines, RawText } from "@/components/evidence/raw-text";
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
  const query = useQuery(transactionCache.exchange(environment, exchangeId));
  const reveal = useReveal(environment, { of: "exchange", exchangeId });
  const isWithheld = (shown: Shown) => shown === "withheld" && reveal.shown === null;
  return (
    <RawBox query={query} reveal={reveal} isWhole={(one) => one.requestShown === "whole" && one.bodyShown === "whole"}>
      {({ path, httpStatus, headers, requestShown, bodyShown, ...kept }) => {
        const { requestBody, body } = reveal.shown ?? kept;
        return (
          <>
            <RawText name={t("timeline.exchange.request", { path })}>
              {isWithheld(requestShown) ? t("common.personal.withheld") : requestBody}
            </RawText>
            {httpStatus === null ? (
              <p className="mt-2">{t("timeline.exchange.noAnswer")}</p>
            ) : (
              <>
                <RawText name={t("timeline.exchange.answer", { status: httpStatus })}>
                  {isWithheld(bodyShown) ? t("common.personal.withheld") : body || t("timeline.exchange.empty")}
                </RawText>
                <RawText name={t("timeline.exchange.headers")}>{headerLines(headers)}</RawText>
              </>
            )}
          </>
        );
      }}
    </RawBox>
  );
}
