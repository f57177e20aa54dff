"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import type { Means } from "@/lib/auth/step-up";
import { signOut } from "./endpoints";
import { StepUpForm } from "./step-up";

/** The second step after a correct password: signs in, or returns to the first step. */
export function SecondStep({ means, returnTo }: { means: Means[]; returnTo: string }) {
  const t = useTranslations("signIn");
  async function startOver() {
    // A session that could not be ended has no second factor, and the next sign-in replaces it.
    await signOut().catch(() => {});
    location.assign("/sign-in");
  }
  return (
    <div className="grid gap-3">
      {/* A full load, so that nothing rendered for an anonymous user remains. */}
      <StepUpForm means={means} returnTo={returnTo} onProved={() => location.assign(returnTo)} />
      <Button variant="ghost" className="-ml-3 justify-self-start" onClick={startOver}>
        {t("startOver")}
      </Button>
    </div>
  );
}
