"use client";

import { ChevronsUpDown } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { Avatar } from "@/components/display/avatar";
import { KeyListDialog } from "@/components/palette/key-list-dialog";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import type { Environment } from "@/lib/environment";
import { Account } from "./account";
import type { ShellUser } from "./shell-user";

/** Who is signed in, and behind it what that person may choose for this browser. */
export function UserMenu({ environment, user }: { environment: Environment; user: ShellUser }) {
  const t = useTranslations();
  const pathname = usePathname();
  // Open only where it was opened: going somewhere closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const [showsKeys, setShowsKeys] = useState(false);
  const showKeys = useCallback(() => {
    setOpenAt(null);
    setShowsKeys(true);
  }, []);
  return (
    <div className="-mx-2 mt-2 -mb-2 border-t border-sidebar-border p-1">
      <Popover open={openAt === pathname} onOpenChange={(open) => setOpenAt(open ? pathname : null)}>
        <PopoverTrigger className="flex w-full items-center justify-center gap-2.5 rounded-md px-1 py-1.5 text-left -outline-offset-2 transition-colors hover:bg-accent data-popup-open:bg-accent side:justify-start side:px-2">
          <Avatar name={user.name} />
          <span className="min-w-0 flex-1 leading-4 max-side:sr-only">
            <span className="sr-only">{t("shell.signedInAs")} </span>
            <span className="block truncate text-sm/4 font-semibold text-foreground">{user.name}</span>
            <span className="block truncate text-xs/4 text-subtle-foreground">{t(`roles.${user.role}`)}</span>
          </span>
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 max-side:hidden" />
        </PopoverTrigger>
        <PopoverContent side="top" aria-label={t("shell.account")} className="w-72 p-1.5">
          <Account environment={environment} user={user} onKeys={showKeys} />
        </PopoverContent>
      </Popover>
      <KeyListDialog open={showsKeys} onClose={() => setShowsKeys(false)} />
    </div>
  );
}
