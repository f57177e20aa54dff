"use client";

import { ChevronDown, CircleQuestionMark, Search } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { sameSectionIn } from "@/components/navigation/sections";
import { KeyListDialog } from "@/components/palette/key-list-dialog";
import { buttonVariants } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";
import { Merchant } from "./merchant";
import { Notifications } from "./notifications";
import { SearchBox } from "./search-box";

type Props = { environment: Environment; offered: Environment[]; merchant: string | null };

/** Stays at the upper edge. On a phone the search has a page of its own. */
export function TopBar({ environment, offered, merchant }: Props) {
  const t = useTranslations("shell");
  return (
    <header className="flex h-12 items-center gap-1 border-b border-border bg-background px-4 md:gap-2 md:px-6">
      <Merchant name={merchant} className="flex-1 md:hidden" />
      <div className="flex min-w-0 flex-1 max-md:hidden">
        <SearchBox environment={environment} />
      </div>
      <EnvironmentMenu environment={environment} offered={offered} />
      <Link
        href={`/${environment}/search`}
        aria-label={t("searchLabel")}
        className={buttonVariants({ variant: "ghost", size: "icon", className: "md:hidden" })}
      >
        <Search aria-hidden />
      </Link>
      <Notifications environment={environment} />
      <Help />
    </header>
  );
}

const ENVIRONMENT =
  "flex h-7.5 shrink-0 items-center gap-1.5 rounded-lg border pr-2 pl-2.5 text-sm font-medium whitespace-nowrap";

/** Changes the address, so that two tabs can never disagree about where they are. */
function EnvironmentMenu({ environment, offered }: Omit<Props, "merchant">) {
  const t = useTranslations("shell");
  const pathname = usePathname();
  // Open only where it was opened: going somewhere closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const others = offered.length > 1;
  const className = cn(
    ENVIRONMENT,
    environment === "sandbox"
      ? "border-warning-line bg-warning-soft text-warning"
      : "border-border-strong bg-card text-foreground",
  );
  const shown = (
    <>
      <span aria-hidden className="size-1.75 rounded-full bg-current" />
      {t(environment)}
    </>
  );
  if (!others) return <p className={cn(className, "pr-2.5")}>{shown}</p>;
  return (
    <Popover open={openAt === pathname} onOpenChange={(open) => setOpenAt(open ? pathname : null)}>
      <PopoverTrigger aria-label={t("environmentNow", { environment: t(environment) })} className={className}>
        {shown}
        <ChevronDown aria-hidden className="size-3.5" />
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t("environment")} className="min-w-44 gap-0 p-1">
        {offered.map((other) => (
          <Link
            key={other}
            href={sameSectionIn(other, pathname)}
            aria-current={other === environment ? "true" : undefined}
            onClick={() => setOpenAt(null)}
            className="flex min-h-8 items-center gap-2.5 rounded-md px-2.5 py-1 text-md -outline-offset-2 hover:bg-accent aria-[current=true]:font-semibold pointer-coarse:min-h-11"
          >
            <span
              aria-hidden
              className={cn("size-1.75 rounded-full", other === "sandbox" ? "bg-warning" : "bg-foreground")}
            />
            {t(other)}
          </Link>
        ))}
      </PopoverContent>
    </Popover>
  );
}

function Help() {
  const t = useTranslations("shell");
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={t("shortcuts")}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={buttonVariants({ variant: "ghost", size: "icon", className: "max-md:hidden" })}
      >
        <CircleQuestionMark aria-hidden />
      </button>
      <KeyListDialog open={open} onClose={() => setOpen(false)} />
    </>
  );
}
