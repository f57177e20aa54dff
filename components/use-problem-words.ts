"use client";

import { useTranslations } from "next-intl";
import type { Problem } from "@/lib/auth/problem";

/** Why the console's door stayed shut; `unreachable` where it did not answer at all. */
export function useProblemWords() {
  const t = useTranslations("problems");
  return ({ kind }: Pick<Problem, "kind"> | { kind: "unreachable" }) => t(kind);
}
