import { getTranslations } from "next-intl/server";
import type { ComponentProps } from "react";
import { failureWords } from "@/components/failure-words";
import type { LookUpProblem } from "./look-up";

type Failure = Parameters<typeof failureWords>[1];
type Problem =
  | { kind: "no id" }
  | { kind: "not found" }
  | { kind: "not held" }
  | { kind: "no answer"; failure: Failure };

/** Why there is no order to show. Not found and not known are never told alike. */
export async function lookUpProblem(id: string, problem: Problem): Promise<ComponentProps<typeof LookUpProblem>> {
  const t = await getTranslations("orders");
  switch (problem.kind) {
    case "no id":
      return { title: t("badId"), text: t("badIdText") };
    case "not found":
      return { title: t("notFound", { id }), text: t("notFoundText") };
    case "not held":
      return { title: t("notHeldHere", { id }), text: t("notHeldHereText") };
    case "no answer": {
      const reason = failureWords(await getTranslations("failures"), problem.failure);
      return { title: t("noAnswer", { id }), text: t("noAnswerText", { reason }) };
    }
  }
}
