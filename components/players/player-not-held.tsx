"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { Empty } from "@/components/feedback/empty";
import { PageFrame } from "@/components/shell/page-frame";
import { buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { CheckPlayerStatusButton } from "./check-status-button";

type Props = { environment: Environment; playerId: string; mayAsk: boolean; mayRegister: boolean };

/** No registration of this player is on record here. That says nothing about what others registered. */
export function PlayerNotHeld({ environment, playerId, mayAsk, mayRegister }: Props) {
  const t = useTranslations("players");
  const register = mayRegister && (
    <Link
      href={`/${environment}/players/new?${new URLSearchParams({ playerId })}`}
      className={buttonVariants({ variant: "primary" })}
    >
      {t("register")}
    </Link>
  );
  return (
    <PageFrame
      title={playerId}
      heading={<span className="font-mono break-all">{playerId}</span>}
      parent={{ href: `/${environment}/players`, title: t("title") }}
      actions={register}
    >
      <Card>
        <Empty title={t("notHeld")}>{t("notHeldText")}</Empty>
        {mayAsk && <CheckPlayerStatusButton environment={environment} playerId={playerId} />}
      </Card>
    </PageFrame>
  );
}
