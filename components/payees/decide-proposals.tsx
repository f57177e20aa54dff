"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { TextField } from "@/components/forms/form-field";
import { Button } from "@/components/ui/button";
import type { Problem } from "@/lib/auth/problem";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { Environment } from "@/lib/environment";
import { payeeCache } from "@/lib/payees/cache";
import type { CannotDecide } from "@/lib/payees/commands";
import type { Result } from "@/lib/result";
import { REASONS } from "./kept-reason";

type Answer = Promise<Result<unknown, CannotDecide | ProofNeeded | Problem>>;
type Decision = { decision: "approved" } | { decision: "rejected"; reason: string };

type Props = {
  environment: Environment;
  readerId: string;
  /** What is decided: a version, or the ID of a file. */
  item: string;
  /** The reader proposed it: they can only turn it down. */
  isOwn: boolean;
  words: { lead: string | null; approve: string; reject: string };
  send: (decision: Decision) => Answer;
};

/** The decision of a second person about one proposal for the payee book, or about all that wait of a file. */
export function DecideProposals({ environment, readerId, item, isOwn, words, send }: Props) {
  const { lead, approve, reject } = words;
  const t = useTranslations("payees");
  const [reason, setReason] = useState(() => REASONS.of(readerId, item) ?? "");
  const decide = useCommand(send, {
    typed: { reason },
    changes: payeeCache.all(environment),
    refreshes: true,
    onDone: () => REASONS.keep(readerId, item, null),
  });
  const button = { size: "field", disabled: decide.isLeaving } as const;
  return (
    <>
      {lead !== null && <p className="text-sm text-muted-foreground">{lead}</p>}
      <TextField
        name="reason"
        label={t("reason")}
        hint={t("rejectHint")}
        required={false}
        problem={decide.fields.reason}
        value={reason}
        onChange={(typed) => {
          setReason(typed);
          REASONS.keep(readerId, item, typed || null);
        }}
      />
      <div className="flex flex-wrap gap-2">
        {!isOwn && (
          <Button variant="primary" {...button} onClick={() => decide.send({ decision: "approved" })}>
            {decide.isLeaving ? t("sending") : approve}
          </Button>
        )}
        <Button {...button} onClick={() => decide.send({ decision: "rejected", reason })}>
          {reject}
        </Button>
      </div>
      {!decide.fields.reason && <CommandProblem of={decide} say={(kind) => t(`problems.${kind}`)} />}
    </>
  );
}
