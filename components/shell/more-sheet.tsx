"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Section } from "@/components/navigation/sections";
import { KeyListDialog } from "@/components/palette/key-list-dialog";
import { Sheet } from "@/components/ui/sheet";
import type { Environment } from "@/lib/environment";
import { Account } from "./account";
import { SectionLinks } from "./section-links";
import type { ShellUser } from "./shell-user";

type Props = { environment: Environment; user: ShellUser; sections: Section[]; onClose: () => void };

/** What the bottom bar has no room for. */
export function MoreSheet({ environment, user, sections, onClose }: Props) {
  const t = useTranslations();
  const [showsKeys, setShowsKeys] = useState(false);
  return (
    <Sheet title={t("shell.more")} close={t("shell.close")} onClose={onClose}>
      <ul className="-mt-2 grid border-b border-border pb-3">
        <SectionLinks
          environment={environment}
          sections={sections}
          className="flex min-h-11 items-center gap-3 text-base"
          iconClassName="size-5 text-muted-foreground"
          countClassName="ml-auto"
        />
      </ul>
      <p className="-mb-3 px-2.5 text-sm font-semibold">
        {user.name} <span className="font-normal text-subtle-foreground">{t(`roles.${user.role}`)}</span>
      </p>
      <Account environment={environment} user={user} onKeys={() => setShowsKeys(true)} />
      <KeyListDialog open={showsKeys} onClose={() => setShowsKeys(false)} />
    </Sheet>
  );
}
