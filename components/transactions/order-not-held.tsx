"use client";

import Link from "next/link";
import { useParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { PageFrame } from "@/components/shell/page-frame";
import { buttonVariants } from "@/components/ui/button";
import { isEnvironment } from "@/lib/environment";

/** We hold no such order, which does not mean that there is none: the way to ask for it is one press away. */
export function OrderNotHeld() {
  const t = useTranslations("notHeld");
  const { environment, referenceId } = useParams<{ environment: string; referenceId: string }>();
  return (
    <PageFrame title={t("title")}>
      <p className="mb-4 max-w-prose text-muted-foreground">{t("text")}</p>
      {isEnvironment(environment) && (
        <Link href={`/${environment}/search?q=${referenceId}`} className={buttonVariants()}>
          {t("lookUp")}
        </Link>
      )}
    </PageFrame>
  );
}
