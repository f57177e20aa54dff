"use client";

import { useTranslations } from "next-intl";
import type { ProofNeeded } from "@/lib/auth/step-up";
import { StepUpForm } from "./step-up-form";

type Props = { needed: ProofNeeded; onProved: () => void };

/** In the middle of something: show that it is you, and it goes on where it was. */
export function StepUpCard({ needed, onProved }: Props) {
  const t = useTranslations("proof");
  return (
    <section
      aria-label={t("title")}
      className="grid max-w-100 gap-3 rounded-lg border border-border-strong bg-muted p-4"
    >
      <div>
        <h3 className="font-semibold">{t("title")}</h3>
        <p className="text-muted-foreground">{t("why")}</p>
      </div>
      <StepUpForm means={needed.means} onProved={onProved} />
    </section>
  );
}
