"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Timestamp } from "@/components/display/timestamp";
import { buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useFocusAfter } from "@/components/use-focus-after";
import { approvalsCache } from "@/lib/approval-queue/cache";
import type { EndedProposal } from "@/lib/dashboard/schema";
import type { Environment } from "@/lib/environment";
import { itemPath } from "./item-path";
import { useProposalWords } from "./use-proposal-words";

type Props = {
  environment: Environment;
  /** Null while it waits. */
  ended: EndedProposal | null;
  children: ReactNode;
};

/** A proposed change and the decision about it; once ended, what became of it and the way to the next item. */
export function ProposalDecision({ environment, ended, children }: Props) {
  const t = useTranslations("approvals");
  const [next] = useSuspenseQuery(approvalsCache.all(environment)).data.items;
  const words = useProposalWords();
  const about = ended && words(ended);
  const heading = useFocusAfter<HTMLHeadingElement>(ended?.end ?? "waiting");
  return (
    <>
      {children}
      {ended && (
        <Card className="grid justify-items-start gap-2 px-4 py-3.5">
          <p className="text-sm break-words text-muted-foreground">
            {t(`kinds.${ended.kind}`)}
            {about && <> · {about}</>}
          </p>
          <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold">
            {t.rich("decided", { end: ended.end, by: ended.by, at: () => <Timestamp at={ended.at} style="minute" /> })}
          </h2>
          {ended.reason && <p className="break-words">{t("reason", { reason: ended.reason })}</p>}
          {ended.page && (
            <Link href={`/${environment}/${ended.page}` as Route} className={buttonVariants({ size: "large" })}>
              {t("proposeAgain")}
            </Link>
          )}
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
