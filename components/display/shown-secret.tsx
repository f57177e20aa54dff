"use client";

import { useTranslations } from "next-intl";
import { Copyable } from "@/components/display/copyable";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";

type Props = { of: "apiKeys" | "notifications" | "webhooks"; name: string; secret: string; onKept: () => void };

/** A secret, shown until it was stored. */
export function ShownSecret({ of, name, secret, onKept }: Props) {
  const t = useTranslations(`${of}.secret`);
  return (
    <section className="grid justify-items-start gap-3 rounded-lg border border-border-strong bg-muted p-4">
      <h3 className="font-semibold">{t("title", { name })}</h3>
      <Alert tone="watch">{t("once")}</Alert>
      <Copyable text={secret} what={t("what")} />
      <Button size="field" onClick={onKept}>
        {t("kept")}
      </Button>
    </section>
  );
}
