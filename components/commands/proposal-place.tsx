"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFocusAfter } from "@/components/use-focus-after";
import type { ProposalFacts } from "@/lib/auth/proposal";
import { cn } from "@/lib/cn";

type Props = { of: readonly (ProposalFacts | null)[]; className?: string; children: ReactNode };

/**
 * Around forms that propose and what was proposed: the button that was pressed may leave with what it was on. Then this
 * has the focus, and its name says what waits now.
 */
export function ProposalPlace({ of, className, children }: Props) {
  const t = useTranslations("dualControl");
  const open = of.filter((proposal) => proposal !== null);
  const place = useFocusAfter<HTMLDivElement>(open.map(({ id }) => id).join());
  const name = open.length === 0 ? "none" : open.some(({ isOwn }) => isOwn) ? "own" : "open";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot have the forms' own layout
    <div ref={place} tabIndex={-1} role="group" aria-label={t(name)} className={cn("grid grid-cols-1", className)}>
      {children}
    </div>
  );
}
