"use client";

import { Menu, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { loadPart } from "@/components/load-part";
import { type SectionName, sectionsFor } from "@/components/navigation/sections";
import { may } from "@/lib/auth/permissions";
import { SectionLinks } from "./section-links";

const LINK =
  "relative flex min-h-14 w-full flex-col items-center justify-center gap-0.5 px-1 text-2xs text-muted-foreground -outline-offset-2 aria-[current=page]:font-semibold aria-[current=page]:text-primary";

/** Room for five: three or four sections in this order, a new order for those who may make one, and all the others. */
const PREFERRED: SectionName[] = ["dashboard", "transactions", "approvals", "balances", "deposits"];
const PLACES = 4;

// Most people never open them, so their code comes when they do.
const MoreSheet = dynamic(() => loadPart(async () => (await import("./more-sheet")).MoreSheet), {
  loading: () => null,
});
const NewSheet = dynamic(() => loadPart(async () => (await import("./new-sheet")).NewSheet), { loading: () => null });

type Props = Pick<ComponentProps<typeof MoreSheet>, "environment" | "user">;

export function BottomBar({ environment, user }: Props) {
  const t = useTranslations("shell");
  const address = `${usePathname()}?${useSearchParams()}`;
  // Open only where it was opened: going somewhere closes it.
  const [opened, setOpened] = useState<{ what: "more" | "new"; at: string } | null>(null);
  const open = opened?.at === address ? opened.what : null;
  const { role } = user;
  const creates = may(role, "withdrawals:create") || may(role, "deposits:create");
  const all = sectionsFor(role);
  const shown = PREFERRED.flatMap((name) => all.find((section) => section.name === name) ?? []).slice(
    0,
    creates ? PLACES - 1 : PLACES,
  );
  const links = {
    environment,
    className: LINK,
    iconClassName: "size-5",
    labelClassName: "max-w-full",
    countClassName: "absolute top-1 left-[calc(50%+0.25rem)]",
  };
  const button = (what: "more" | "new", icon: typeof Menu) => {
    const Icon = icon;
    return (
      <li className="min-w-0 flex-1">
        <button type="button" aria-haspopup="dialog" className={LINK} onClick={() => setOpened({ what, at: address })}>
          <Icon aria-hidden className="size-5" />
          {t(what)}
        </button>
      </li>
    );
  };
  return (
    <nav
      aria-label={t("navigation")}
      className="fixed inset-x-0 bottom-0 z-10 border-t border-sidebar-border bg-sidebar pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="flex">
        <SectionLinks sections={shown.slice(0, 2)} {...links} />
        {creates && button("new", Plus)}
        <SectionLinks sections={shown.slice(2)} {...links} />
        {button("more", Menu)}
      </ul>
      {open === "more" && (
        <MoreSheet
          environment={environment}
          user={user}
          sections={all.filter((section) => !shown.includes(section))}
          onClose={() => setOpened(null)}
        />
      )}
      {open === "new" && <NewSheet environment={environment} role={role} onClose={() => setOpened(null)} />}
    </nav>
  );
}
