"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { BatchApproval } from "@/components/batches/batch-approval";
import { BatchBadge } from "@/components/batches/batch-badge";
import { buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useFocusAfter } from "@/components/use-focus-after";
import { approvalsCache } from "@/lib/approval-queue/cache";
import { batchCache } from "@/lib/batches/cache";
import type { Environment } from "@/lib/environment";
import { itemPath } from "./item-path";

/** A batch and the decision about it. Once decided, the way to the next item. */
export function BatchDecision({ environment, batchId }: { environment: Environment; batchId: string }) {
  const t = useTranslations("approvals");
  const { data: batch } = useSuspenseQuery(batchCache.one({ environment, batchId }));
  const { items } = useSuspenseQuery(approvalsCache.all(environment)).data;
  const heading = useFocusAfter<HTMLHeadingElement>(`${batch.state} ${batch.mine}`);
  const [next] = items.filter(({ id }) => id !== batchId);
  return (
    <div>
      <Card className="mb-4 grid gap-1 px-4 py-3.5">
        <h2 ref={heading} tabIndex={-1} className="flex flex-wrap items-center gap-2 text-lg font-semibold">
          {batch.name} <BatchBadge headline={batch.headline} />
        </h2>
        <Link
          prefetch={false}
          href={`/${environment}/batches/${batchId}`}
          className="w-fit text-sm text-primary hover:underline"
        >
          {t("openBatch")}
        </Link>
      </Card>
      <BatchApproval environment={environment} batch={batch} mayTakeBack={false}>
        {next && (
          <Link
            href={itemPath(environment, next.id)}
            className={buttonVariants({ variant: "primary", size: "large", className: "justify-self-start" })}
          >
            {t("nextItem")}
          </Link>
        )}
      </BatchApproval>
    </div>
  );
}
