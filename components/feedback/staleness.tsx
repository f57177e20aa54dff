"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Timestamp } from "@/components/display/timestamp";
import { Alert } from "@/components/ui/alert";
import { isSignedOut } from "@/lib/fetch-view";

/** States that the data below is old, or was never there, when the console does not respond. The last data stays visible. */
export function Staleness({
  query: { error, dataUpdatedAt },
}: {
  query: Pick<UseQueryResult, "error" | "dataUpdatedAt">;
}) {
  const t = useTranslations("common");
  if (!error) return <div role="status" className="contents" />;
  return (
    <div role="status" className="contents">
      <Alert tone="watch" className="mb-4">
        {isSignedOut(error) ? (
          <>
            {t("signedOut")} <SignInAgain>{t("signInAgain")}</SignInAgain>
          </>
        ) : dataUpdatedAt === 0 ? (
          t("unavailable")
        ) : (
          t.rich("stale", { time: () => <Timestamp at={new Date(dataUpdatedAt).toISOString()} style="recent" /> })
        )}
      </Alert>
    </div>
  );
}

/** And back to where one was. */
function SignInAgain({ children }: { children: ReactNode }) {
  const query = useSearchParams().toString();
  const here = [usePathname(), query].filter(Boolean).join("?");
  return (
    <Link href={`/sign-in?return=${encodeURIComponent(here)}`} className="font-semibold underline">
      {children}
    </Link>
  );
}
