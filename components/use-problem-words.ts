"use client";

import { useTranslations } from "next-intl";
import type { Problem } from "@/lib/auth/problem";

const AT_THE_DOOR: Record<Problem["kind"], true> = {
  "foreign origin": true,
  "signed out": true,
  forbidden: true,
  "no such environment": true,
  invalid: true,
};

/** It went wrong before a verb was asked. What is left are the verb's own words. */
export const isAtTheDoor = <E extends { kind: string }>(error: E): error is Extract<E, Problem> =>
  Object.hasOwn(AT_THE_DOOR, error.kind);

/** Why the console's door stayed shut; `unreachable` where it did not answer at all. */
export function useProblemWords() {
  const t = useTranslations("problems");
  return ({ kind }: Pick<Problem, "kind"> | { kind: "unreachable" }) => t(kind);
}
