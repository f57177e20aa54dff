"use client";

import { useTranslations } from "next-intl";
import type { Theme } from "@/components/preferences/theme";
import { Sheet } from "@/components/ui/sheet";
import type { User } from "@/lib/auth/actor";
import type { Environment } from "@/lib/environment";
import { Account } from "./account";
import { SectionLinks } from "./section-links";

type Props = {
  environment: Environment;
  person: Pick<User, "email" | "role">;
  theme: Theme;
  from: number;
  onClose: () => void;
};

/** What the bottom bar has no room for. */
export function MoreSheet({ environment, person, theme, from, onClose }: Props) {
  const t = useTranslations("shell");
  return (
    <Sheet title={t("more")} close={t("close")} onClose={onClose}>
      <ul className="-mt-2 grid border-b border-border pb-3">
        <SectionLinks
          environment={environment}
          role={person.role}
          from={from}
          className="flex min-h-11 items-center gap-3 text-[15px]"
          iconClassName="size-5 text-muted-foreground"
          countClassName="ml-auto"
        />
      </ul>
      <Account environment={environment} person={person} theme={theme} />
    </Sheet>
  );
}
