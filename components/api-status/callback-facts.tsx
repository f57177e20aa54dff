"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { Copyable } from "@/components/display/copyable";
import { Fact, Facts } from "@/components/display/facts";
import { Timestamp } from "@/components/display/timestamp";
import { Staleness } from "@/components/feedback/staleness";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { CallbackAddress, SignatureLockView } from "@/lib/callbacks/signature-policy";
import type { Environment } from "@/lib/environment";
import { useKnownConnection } from "./use-known-connection";

type Props = {
  environment: Environment;
  address: CallbackAddress | null;
  lock: SignatureLockView | null;
};

/** Whether callbacks arrive, and how they prove where they come from. */
export function CallbackFacts({ environment, address, lock }: Props) {
  const t = useTranslations("apiStatus");
  const query = useKnownConnection(environment);
  const { lastCallbackAt, lastRefused, signing, unknownTokenCalls } = query.data;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("callbacks")}</CardTitle>
        <Link href={`/${environment}/activity?kind=delivery`} className="ml-auto text-xs text-primary hover:underline">
          {t("allCallbacks")}
        </Link>
      </CardHeader>
      <div className="px-4 has-[>:not(:empty)]:pt-3">
        <Staleness query={query} />
      </div>
      <Facts>
        <Fact name={t("last")}>{lastCallbackAt ? <Timestamp at={lastCallbackAt} style="full" /> : t("none")}</Fact>
        <Fact name={t("signing")} hint={signing.seen > 0 ? t("ofNewest", { count: signing.seen }) : undefined}>
          {signing.seen === 0 ? t("none") : t("signedHow", { ...signing, newest: signing.newest ?? "none" })}
        </Fact>
        {lock && (
          <Fact name={t("lock.title")} hint={lock.proposal ? t("lock.proposed") : undefined}>
            {t(lock.isLocked ? "lock.locked" : "lock.open")}{" "}
            <Link href={`/${environment}/settings/callbacks`} className="text-primary underline">
              {t("lock.settings")}
            </Link>
          </Fact>
        )}
        <Fact name={t("lastRefused")}>
          {lastRefused ? (
            <>
              <Timestamp at={lastRefused.at} style="full" />{" "}
              <Link
                href={`/${environment}/activity?cause=${encodeURIComponent(lastRefused.refusal)}`}
                className="text-primary underline"
              >
                {t("refusal", { refusal: lastRefused.refusal })}
              </Link>
            </>
          ) : (
            t("none")
          )}
        </Fact>
        <Fact name={t("unknownUrlCalls")} hint={unknownTokenCalls > 0 ? t("unknownUrlCallsWhy") : undefined}>
          {t("unknownUrlCallCount", { count: unknownTokenCalls })}
        </Fact>
        {address && (
          <Fact name={t("address")} hint={t("addressWhy")}>
            <Copyable text={address.url} what={t("address")} />
          </Fact>
        )}
      </Facts>
    </Card>
  );
}
