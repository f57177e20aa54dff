"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Copyable } from "@/components/display/copyable";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { ShownLink as Link } from "@/lib/team/schema";

/** A one-time link, shown until the page is left. */
export function ShownLink({ link: { url, email }, onKept }: { link: Link; onKept: () => void }) {
  const t = useTranslations("team.link");
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section className="grid justify-items-start gap-3 rounded-lg border border-border-strong bg-muted p-4">
      <h3 ref={title} tabIndex={-1} className="font-semibold break-all">
        {t("title", { email })}
      </h3>
      <Alert tone="watch">{t("once")}</Alert>
      <Copyable text={url} what={t("what")} />
      <Button size="field" onClick={onKept}>
        {t("kept")}
      </Button>
    </section>
  );
}
