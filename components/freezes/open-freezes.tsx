"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { MarkOpened } from "@/components/approvals/mark-opened";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { Timestamp } from "@/components/display/timestamp";
import { Button, buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { ProposalDecision } from "@/lib/auth/proposal";
import { dashboardCache } from "@/lib/dashboard/cache";
import type { Environment } from "@/lib/environment";
import { decideResumeAction, proposeResumeAction } from "@/lib/freezes/actions";
import type { FreezeView } from "@/lib/freezes/schema";

type Props = {
  environment: Environment;
  freezes: FreezeView[];
  mayResume: boolean;
  /** Leads to the page that says more about a changed database; not there on that page. */
  hasLink: boolean;
};

/** What is frozen, by whom and why, with the two steps that resume it. Not there while nothing is. */
export function OpenFreezes({ environment, freezes, mayResume, hasLink }: Props) {
  const t = useTranslations("freezes");
  if (freezes.length === 0) return null;
  return (
    <ul aria-label={t("list")} className={hasLink ? "mt-4 grid gap-3" : "grid gap-3"}>
      {freezes.map((freeze) => (
        <li key={freeze.id}>
          <Card className="grid gap-2 border-l-3 border-l-warning px-4 py-3">
            <Why freeze={freeze} />
            {mayResume && <Resume environment={environment} freeze={freeze} />}
            {mayResume && hasLink && (
              <Link
                prefetch={false}
                href={`/${environment}/settings/freezes`}
                className={buttonVariants({ className: "justify-self-start" })}
              >
                {t("open")}
              </Link>
            )}
          </Card>
        </li>
      ))}
    </ul>
  );
}

function Why({ freeze: { cause, user, reason, by, at, resumption } }: { freeze: FreezeView }) {
  const t = useTranslations("freezes");
  const since = () => <Timestamp at={at} style="minute" />;
  return (
    <div>
      <p className="font-semibold text-warning">{user === null ? t("environment") : t("user", { user })}</p>
      <p>{cause === "manual" ? t("reasonIs", { reason }) : t("databaseChanged")}</p>
      <p className="text-muted-foreground">
        {by === null ? t.rich("byConsole", { since }) : t.rich("by", { by, since })} {t("stays")}
      </p>
      {resumption && (
        <p className="text-muted-foreground">
          {t.rich("proposed", { by: resumption.by, at: () => <Timestamp at={resumption.at} style="minute" /> })}
        </p>
      )}
    </div>
  );
}

function Resume({ environment, freeze }: { environment: Environment; freeze: FreezeView }) {
  const t = useTranslations("freezes");
  const changed = { changes: dashboardCache.counts(environment).queryKey, refreshes: true };
  const propose = useCommand((id: string) => proposeResumeAction(environment, { freezeId: id }), changed);
  const decide = useCommand((decision: ProposalDecision) => decideResumeAction(environment, decision), changed);
  const { id: freezeId, resumption, isOwn } = freeze;
  const isLeaving = propose.isPending || decide.isPending;
  if (isOwn) return <p className="text-muted-foreground">{t("own")}</p>;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {resumption === null && (
          <Button disabled={isLeaving} onClick={() => propose.send(freezeId)}>
            {t("propose")}
          </Button>
        )}
        {resumption && !resumption.isOwn && (
          <>
            <MarkOpened environment={environment} kind="proposal" id={resumption.id} />
            <Button
              variant="primary"
              disabled={isLeaving}
              onClick={() => decide.send({ proposalId: resumption.id, apply: true })}
            >
              {t("resume")}
            </Button>
          </>
        )}
        {resumption && (
          <Button disabled={isLeaving} onClick={() => decide.send({ proposalId: resumption.id, apply: false })}>
            {t(resumption.isOwn ? "takeBack" : "drop")}
          </Button>
        )}
      </div>
      {resumption === null ? (
        <CommandProblem of={propose} say={(kind) => t(`problems.${kind}`)} />
      ) : (
        <CommandProblem of={decide} say={(kind) => t(`problems.${kind}`)} />
      )}
    </>
  );
}
