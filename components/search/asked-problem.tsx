import { getTranslations } from "next-intl/server";
import { failureText } from "@/components/messages/failure-text";
import { Alert } from "@/components/ui/alert";

type Failure = Parameters<typeof failureText>[1];
type Problem = { kind: "no_id" } | { kind: "not_found" } | { kind: "no_answer"; failure: Failure };

/** Why the check at the service led to no order. "Not found" and "unknown" always differ. */
export async function AskedProblem({ id, problem }: { id: string; problem: Problem }) {
  const { title, text } = await wordsFor(id, problem);
  return (
    <Alert tone="watch" className="mt-3">
      <p className="font-semibold">{title}</p>
      <p>{text}</p>
    </Alert>
  );
}

async function wordsFor(id: string, problem: Problem): Promise<{ title: string; text: string }> {
  const t = await getTranslations("search.ask");
  switch (problem.kind) {
    case "no_id":
      return { title: t("badId"), text: t("badIdText") };
    case "not_found":
      return { title: t("notFound", { id }), text: t("notFoundText") };
    case "no_answer": {
      const reason = failureText(await getTranslations("failures"), problem.failure);
      return { title: t("noAnswer", { id }), text: t("noAnswerText", { reason }) };
    }
  }
}
