"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { Alert } from "@/components/ui/alert";
import { ViewUnavailable } from "@/lib/fetch-view";

/** States that the data below is old, when the console has stopped responding. The last data stays visible. */
export function Staleness({
  query: { error, dataUpdatedAt },
}: {
  query: Pick<UseQueryResult, "error" | "dataUpdatedAt">;
}) {
  const t = useTranslations("common");
  if (!error) return <div role="status" className="contents" />;
  const signedOut = error instanceof ViewUnavailable && error.status === 401;
  return (
    <div role="status" className="contents">
      <Alert tone="watch" className="mb-4">
        {signedOut ? (
          <>
            {t("signedOut")}{" "}
            <Link href="/sign-in" className="font-semibold underline">
              {t("signInAgain")}
            </Link>
          </>
        ) : (
          t.rich("stale", { time: () => <Timestamp at={new Date(dataUpdatedAt).toISOString()} style="recent" /> })
        )}
      </Alert>
    </div>
  );
}
