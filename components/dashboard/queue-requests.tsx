"use client";

import type { Route } from "next";
import { useTranslations } from "next-intl";
import { useProposalWords } from "@/components/approvals/use-proposal-words";
import { DismissRequest } from "@/components/ended-requests/dismiss-request";
import { EndedWords } from "@/components/ended-requests/ended-words";
import { useDismissWords } from "@/components/ended-requests/use-dismiss-words";
import { Age } from "./age";
import { ICONS } from "./approval-icons";
import { QueueGroup, QueueLink, QueueRow } from "./queue-row";
import { type DashboardFigures, useDashboard } from "./use-dashboard";

/** The reader's own proposals that another rejected or that expired. */
export function QueueRequests(figures: DashboardFigures) {
  const t = useTranslations("approvals");
  const words = useProposalWords();
  const dismissWords = useDismissWords();
  const { environment } = figures;
  const { requests } = useDashboard(figures);
  if (requests.length === 0) return null;
  return (
    <QueueGroup title={t("yours")} count={requests.length} tone="watch" note={t("yoursWhy")}>
      {requests.map((request) => (
        <QueueRow
          key={request.id}
          icon={ICONS[request.kind]}
          tone="failed"
          title={t(`kinds.${request.kind}`)}
          detail={
            <span id={request.id} className="break-words whitespace-normal">
              {words(request)}
            </span>
          }
          due={<Age at={request.at} />}
          action={
            <>
              <QueueLink
                href={`/${environment}/${request.page}` as Route}
                label={t("toPageOf", { kind: t(`kinds.${request.kind}`) })}
                describedBy={request.id}
              >
                {t("toPage")}
              </QueueLink>
              <DismissRequest environment={environment} proposalId={request.id} words={dismissWords(request.kind)} />
            </>
          }
        >
          <EndedWords request={request} />
        </QueueRow>
      ))}
    </QueueGroup>
  );
}
