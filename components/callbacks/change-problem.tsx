import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { useProblemWords } from "@/components/use-problem-words";
import type { Problem } from "@/lib/auth/problem";

type Refused =
  | { kind: "another proposal is open" | "no change" | "not signing" | "not open" | "own proposal" }
  | { kind: "not heard" | "in use" }
  | Problem;

type Changing = { data?: { ok: true } | { ok: false; error: Refused } | undefined; isError: boolean };

/** Why nothing was changed about how callbacks are taken. */
export function ChangeProblem({ of: { data, isError } }: { of: Changing }) {
  const words = useWords(data?.ok === false ? data.error : null, isError);
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
    case "another proposal is open":
    case "no change":
    case "not signing":
    case "not open":
    case "own proposal":
    case "not heard":
    case "in use":
      return t(error.kind);
    case "foreign origin":
    case "signed out":
    case "forbidden":
    case "no such environment":
    case "invalid":
      return problemWords(error);
  }
}
