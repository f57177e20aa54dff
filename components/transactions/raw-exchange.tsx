"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { headerLines, RawText } from "@/components/raw-text";
import { Disclosure } from "@/components/ui/disclosure";
import { When } from "@/components/when";
import type { Environment } from "@/lib/environment";
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
  if (isError) return <p role="alert">{t("common.unavailable")}</p>;
  if (!data) return <p role="status">{t("common.loading")}</p>;
  const { path, requestBody, requestShown, httpStatus, headers, body, bodyShown, rawRemovedAt } = data;
  if (rawRemovedAt !== null)
    return (
      <p className="mt-1">{t.rich("common.rawRemoved", { at: () => <When at={rawRemovedAt} style="minute" /> })}</p>
    );
  return (
    <>
      <RawText name={t("timeline.exchange.request", { path })}>
        {requestShown === "withheld" ? t("common.personal.withheld") : requestBody}
      </RawText>
      {httpStatus === null ? (
        <p className="mt-2">{t("timeline.exchange.noAnswer")}</p>
      ) : (
        <>
          <RawText name={t("timeline.exchange.answer", { status: httpStatus })}>
            {bodyShown === "withheld" ? t("common.personal.withheld") : body || t("timeline.exchange.empty")}
          </RawText>
          <RawText name={t("timeline.exchange.headers")}>{headerLines(headers)}</RawText>
        </>
      )}
    </>
  );
}
