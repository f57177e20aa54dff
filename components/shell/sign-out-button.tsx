"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { forgetDrafts } from "@/components/forms/drafts";
import { forgetRecent } from "@/components/preferences/recent";
import { Button } from "@/components/ui/button";

export function SignOutButton() {
  const t = useTranslations("shell");
  const leave = useMutation({
    // Loaded when it is pressed, as it comes with all the ways of signing in.
    mutationFn: async () => (await import("@/components/security/endpoints")).signOut(),
    // A full load, so that nothing that was read stays in the memory of this tab.
    onSuccess: () => {
      forgetDrafts(sessionStorage);
      forgetRecent();
      location.assign("/sign-in");
    },
  });
  return (
    <div>
      <Button
        variant="quiet"
        size="small"
        className="-ml-2"
        focusableWhenDisabled
        disabled={leave.isPending}
        onClick={() => leave.mutate()}
      >
        {t("signOut")}
      </Button>
      <p role="alert" className="text-destructive">
        {leave.isError && t("signOutFailed")}
      </p>
    </div>
  );
}
