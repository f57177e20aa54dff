"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import { StepUpCard } from "@/components/sign-in/step-up";
import { showToast } from "@/components/toasts/toast-queue";
import { type CommandProblemProps, isDecided, isProofNeeded, useCommandProblem } from "./use-command-problem";

/** Why a command was refused, or the proof that it needs first; nothing where nothing went wrong. */
export function CommandProblem<Refusal extends { kind: string }>({ of, say }: CommandProblemProps<Refusal>) {
  const t = useTranslations("problems");
  const problem = useCommandProblem({ of, say });
  const { refusal, again } = of;
  const place = useRef<HTMLDivElement>(null);
  // What another user has decided leaves the page as soon as it is read again, and this component with it.
  useEffect(() => {
    if (isDecided(refusal)) showToast({ text: t(refusal.kind), isLong: true });
  }, [refusal, t]);
  // In a long form the field that needs a correction is far above the button.
  useEffect(() => {
    if (refusal?.kind !== "invalid") return;
    const form = place.current?.closest("form, section, li, main");
    form?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [refusal]);
  if (isDecided(refusal)) return null;
  if (isProofNeeded(refusal)) return <StepUpCard needed={refusal} onProved={again} />;
  return <ProblemAlert ref={place}>{problem}</ProblemAlert>;
}
