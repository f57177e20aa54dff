"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Timestamp } from "@/components/display/timestamp";
import { buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useFocusAfter } from "@/components/use-focus-after";
import { approvalsCache } from "@/lib/approval-queue/cache";
import type { DecidedProposal } from "@/lib/dashboard/schema";
import type { Environment } from "@/lib/environment";
import { itemPath } from "./item-path";

type Props = {
  environment: Environment;
  /** Null while it waits. */
  decided: DecidedProposal | null;
  children: ReactNode;
};

/** A proposed change and the decision about it; once decided, what became of it and the way to the next item. */
export function ProposalDecision({ environment, decided, children }: Props) {
  const t = useTranslations("approvals");
  const [next] = useSuspenseQuery(approvalsCache.all(environment)).data.items;
  const heading = useFocusAfter<HTMLHeadingElement>(decided?.end ?? "waiting");
  return (
    <>
      {children}
      {decided && (
        <Card className="grid justify-items-start gap-2 px-4 py-3.5">
          <p className="text-sm text-muted-foreground">{t(`kinds.${decided.kind}`)}</p>
          <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold">
            {t.rich("decided", { ...decided, at: () => <Timestamp at={decided.at} style="minute" /> })}
          </h2>
          {next && (
            <Link
              href={itemPath(environment, next.id)}
              className={buttonVariants({ variant: "primary", size: "large" })}
            >
              {t("nextItem")}
            </Link>
          )}
        </Card>
      )}
    </>
  );
}
