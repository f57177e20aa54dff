"use client";

import { useTranslations } from "next-intl";
import { useRetry } from "@/components/feedback/use-retry";
import { PageFrame } from "@/components/shell/page-frame";
import { Button } from "@/components/ui/button";

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useTranslations("failure");
  useRetry(error, retry);
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : null;
  return (
    <PageFrame title={t("title")}>
      <p className="mb-4 max-w-prose text-muted-foreground">
        {t("text")} {t("again")}
      </p>
      {digest && <p className="mb-4 font-mono text-xs text-subtle-foreground">{t("digest", { digest })}</p>}
      <Button onClick={() => retry()}>{t("retry")}</Button>
    </PageFrame>
  );
}
