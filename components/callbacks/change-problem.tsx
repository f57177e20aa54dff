import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useProblemWords } from "@/components/forms/use-problem-words";
import { StepUpCard } from "@/components/security/step-up-card";
import { Alert } from "@/components/ui/alert";
import type { Problem } from "@/lib/auth/problem";
import type { ProofNeeded } from "@/lib/auth/step-up";

type Refused =
  | { kind: "another_proposal_is_open" | "no_change" | "not_signing" | "not_open" | "lapsed" | "own_proposal" }
  | { kind: "proposer_not_permitted" }
  | { kind: "not_heard" | "in_use" }
  | Problem;

/** What was tried, as its mutation holds it. */
type Changing<Input> = {
  data?: { ok: true } | { ok: false; error: Refused | ProofNeeded } | undefined;
  isError: boolean;
  variables: Input | undefined;
  mutate: (input: Input) => void;
};

/** Why nothing was changed about how callbacks are taken; or who has to show first that it is them. */
export function ChangeProblem<Input>({ of }: { of: Changing<Input> }) {
  const error = of.data?.ok === false ? of.data.error : null;
  if (error?.kind !== "proof_needed") return <Refusal error={error} isUnreachable={of.isError} />;
  return <StepUpCard needed={error} onProved={() => of.variables !== undefined && of.mutate(of.variables)} />;
}

function Refusal({ error, isUnreachable }: { error: Refused | null; isUnreachable: boolean }) {
  const words = useWords(error, isUnreachable);
  return (
    <div role="alert" className="empty:hidden">
      {words && <Alert tone="failed">{words}</Alert>}
    </div>
  );
}

function useWords(error: Refused | null, isUnreachable: boolean): ReactNode {
  const t = useTranslations("callbacks.problems");
  const problemWords = useProblemWords();
  if (isUnreachable) return t("unreachable");
  if (!error) return null;
  switch (error.kind) {
    case "another_proposal_is_open":
    case "no_change":
    case "not_signing":
    case "not_open":
    case "lapsed":
    case "own_proposal":
    case "proposer_not_permitted":
    case "not_heard":
    case "in_use":
      return t(error.kind);
    case "foreign_origin":
    case "signed_out":
    case "forbidden":
    case "no_such_environment":
    case "invalid":
      return problemWords(error);
  }
}
