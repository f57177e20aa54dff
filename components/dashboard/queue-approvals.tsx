"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { itemPath } from "@/components/approvals/item-path";
import { ItemAbout, ItemAmount } from "@/components/approvals/item-words";
import { Timestamp } from "@/components/display/timestamp";
import { approvalsCache } from "@/lib/approval-queue/cache";
import type { Environment } from "@/lib/environment";
import { ICONS } from "./approval-icons";
import { QueueGroup, QueueLink, QueueRow } from "./queue-row";

/** The first few; the page of approvals has all of them. */
const SHOWN = 6;

/** Payouts and changes that wait for the reader's decision, the oldest first. */
export function QueueApprovals({ environment }: { environment: Environment }) {
  const t = useTranslations("dashboard");
  const approvals = useTranslations("approvals");
  const { count, items } = useSuspenseQuery(approvalsCache.all(environment)).data;
  if (count === 0) return null;
  return (
    <QueueGroup
      title={t("groups.approvals")}
      count={count}
      note={t("oldestFirst")}
      more={
        count > SHOWN && (
          <Link href={`/${environment}/approvals`} className="text-primary hover:underline">
            {t("viewAll", { count })}
          </Link>
        )
      }
    >
      {items.slice(0, SHOWN).map((item) => (
        <QueueRow
          key={item.id}
          icon={ICONS[item.kind]}
          tone="mine"
          title={approvals(`kinds.${item.kind}`)}
          detail={
            <span className="break-words whitespace-normal">
              <ItemAbout item={item} />
            </span>
          }
          amount={<ItemAmount item={item} />}
          due={
            item.until === null
              ? approvals.rich("since", { at: () => <Timestamp at={item.at} style="compact" /> })
              : t.rich("due", { until: () => <Timestamp at={item.until} style="recent" /> })
          }
          action={
            <QueueLink
              href={itemPath(environment, item.id)}
              label={t("reviewItem", { kind: approvals(`kinds.${item.kind}`), id: item.id })}
            >
              {t("review")}
            </QueueLink>
          }
        />
      ))}
    </QueueGroup>
  );
}
