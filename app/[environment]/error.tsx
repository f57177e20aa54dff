"use client";

import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRetry } from "@/components/feedback/use-retry";
import { PageFrame } from "@/components/shell/page-frame";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useTranslations("failure");
  useRetry(error, retry);
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : null;
  return (
    <PageFrame title={t("title")}>
      <Alert tone="failed" className="max-w-prose">
        <p>
          {t("text")} {t("again")}
        </p>
        {digest && <p className="font-mono text-xs text-muted-foreground">{t("digest", { digest })}</p>}
        <Button className="mt-1 justify-self-start" onClick={() => retry()}>
          <RefreshCw aria-hidden />
          {t("retry")}
        </Button>
      </Alert>
    </PageFrame>
  );
}
