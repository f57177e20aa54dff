"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { CommandProblem } from "@/components/commands/command-problem";
import { DecideProposal } from "@/components/commands/decide-proposal";
import { ProposalPlace } from "@/components/commands/proposal-place";
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
            <ProposalPlace of={[freeze.resumption]} className="gap-2">
              <Resume key={freeze.resumption?.id} environment={environment} freeze={freeze} mayResume={mayResume} />
            </ProposalPlace>
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

function Why({ freeze: { cause, user, keys, reason, by, at } }: { freeze: FreezeView }) {
  const t = useTranslations("freezes");
  const since = () => <Timestamp at={at} style="minute" />;
  return (
    <div>
      <p className="font-semibold text-warning">{user === null ? t("environment") : t("user", { user })}</p>
      {keys.length > 0 && <p>{t("keys", { user: user ?? "", keys: keys.join(t("comma")) })}</p>}
      <p>{cause === "manual" ? t("reasonIs", { reason }) : t("databaseChanged")}</p>
      <p className="text-muted-foreground">
        {by === null ? t.rich("byConsole", { since }) : t.rich("by", { by, since })} {t("stays")}
      </p>
    </div>
  );
}

type ResumeProps = { environment: Environment; freeze: FreezeView; mayResume: boolean };

function Resume({ environment, freeze, mayResume }: ResumeProps) {
  const t = useTranslations("freezes");
  const changed = { changes: dashboardCache.counts(environment).queryKey, refreshes: true };
  const propose = useCommand((id: string) => proposeResumeAction(environment, { freezeId: id }), changed);
  const decide = useCommand((decision: ProposalDecision) => decideResumeAction(environment, decision), changed);
  const { id: freezeId, resumption, isOwn, deciders } = freeze;
  const mayDecide = mayResume && !isOwn;
  return (
    <>
      {mayResume && isOwn && <p className="text-muted-foreground">{t("own")}</p>}
      {mayResume && deciders < 2 && <p>{t("fewDeciders")}</p>}
      {resumption && (
        <>
          <p className="font-semibold text-warning">{t("resumption")}</p>
          <DecideProposal
            {...{ environment, proposal: resumption, decide, mayDecide }}
            apply={t("resume")}
            say={(kind) => t(`problems.${kind}`)}
          />
        </>
      )}
      {!resumption && mayDecide && (
        <>
          <Button className="justify-self-start" disabled={propose.isPending} onClick={() => propose.send(freezeId)}>
            {t("propose")}
          </Button>
          <CommandProblem of={propose} say={(kind) => t(`problems.${kind}`)} />
        </>
      )}
    </>
  );
}
