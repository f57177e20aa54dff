"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { Money } from "@/components/display/money";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { Segmented } from "@/components/ui/segmented";
import type { Flow, VolumeView } from "@/lib/dashboard/schema";
import type { Environment } from "@/lib/environment";
import { ratePercent } from "@/lib/reports/share";
import { useVolume } from "./use-dashboard";
import { VolumeBars } from "./volume-bars";

/** What was paid today by hour, beside the same weekday last week. One currency at a time. */
export function VolumeCard({ environment, first }: { environment: Environment; first: VolumeView }) {
  const t = useTranslations("dashboard.volume");
  const format = useFormatter();
  const { from, hour, currencies } = useVolume(environment, first);
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = currencies.find(({ currency }) => currency === chosen) ?? currencies[0];
  const weekday = format.dateTime(new Date(from), { timeZone: "Asia/Tokyo", weekday: "short" });
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
        {currencies.length > 1 && shown ? (
          <Segmented
            className="-mr-2 ml-auto"
            name="volume-currency"
            label={t("currency")}
            options={currencies.map(({ currency }) => ({ value: currency, text: currency }))}
            value={shown.currency}
            onChoose={setChosen}
          />
        ) : (
          <span className="text-xs text-subtle-foreground">{shown?.currency}</span>
        )}
      </CardHeader>
      <p className="flex gap-3 px-4 pt-2.5 text-xs text-muted-foreground">
        <Key className="bg-chart-1">{t("today")}</Key>
        <Key className="bg-chart-5">{t("last", { weekday })}</Key>
      </p>
      {!shown && <p className="px-4 py-5 text-muted-foreground">{t("none")}</p>}
      {shown && (
        <div className="divide-y divide-border">
          {(["deposits", "withdrawals"] as const).map((kind) => (
            <FlowFigures key={kind} kind={kind} flow={shown[kind]} currency={shown.currency} hour={hour} />
          ))}
        </div>
      )}
    </Card>
  );
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden className={`size-2.5 rounded-sm ${className}`} />
      {children}
    </span>
  );
}

type Kind = "deposits" | "withdrawals";

function FlowFigures({ kind, flow, currency, hour }: { kind: Kind; flow: Flow; currency: string; hour: number }) {
  const t = useTranslations("dashboard.volume");
  const { amount, count, successRate, successRateBefore } = flow;
  return (
    <div className="grid gap-1 px-4 py-3">
      <p className="flex flex-wrap justify-between gap-x-2 text-sm text-muted-foreground">
        {t(`paid.${kind}`)}
        {successRate !== null && (
          <span className="text-xs figures">
            {t.rich("successRate", {
              rate: ratePercent(successRate),
              b: (chunks) => <b className="font-semibold text-foreground">{chunks}</b>,
            })}{" "}
            {successRateBefore !== null && <Points by={(successRate - successRateBefore) * 100} />}
          </span>
        )}
      </p>
      <p className="flex items-baseline gap-2">
        <span className="text-lg font-semibold">
          <Money amount={amount} currency={currency} />
        </span>
        <span className="text-xs text-subtle-foreground">{t("orders", { count })}</span>
      </p>
      <VolumeBars flow={flow} currency={currency} hour={hour} caption={t(`paid.${kind}`)} />
    </div>
  );
}

/** Amber where it fell by a point or more: action is needed. */
function Points({ by }: { by: number }) {
  const t = useTranslations("dashboard.volume");
  const sign = by < 0 ? "−" : "+";
  return (
    <span className={by <= -1 ? "text-warning" : undefined}>
      {t("points", { by: `${sign}${Math.abs(by).toFixed(1)}` })}
    </span>
  );
}
