"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { playerCache } from "@/lib/kyc/cache";

/** Players whose registration needs an action. Hidden if there are none. */
export function PlayersActionRequired({ environment }: { environment: Environment }) {
  const t = useTranslations("today");
  const { needs } = useSuspenseQuery(playerCache.list(environment, { show: "needs", q: "" })).data;
  if (needs === 0) return null;
  return (
    <Card className="mt-4 flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <div>
        <p className="font-semibold">{t("players", { count: needs })}</p>
        <p className="text-muted-foreground">{t("playersWhy")}</p>
      </div>
      <Link href={`/${environment}/players?show=needs`} className={buttonVariants()}>
        {t("playersOpen")}
      </Link>
    </Card>
  );
}
