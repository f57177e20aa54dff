"use client";

import { Ellipsis } from "lucide-react";
import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { SectionLinks } from "./section-links";

const LINK =
  "relative flex min-h-14 w-full flex-col items-center justify-center gap-0.5 px-1 text-[11px] text-muted-foreground -outline-offset-2 aria-[current=page]:font-semibold aria-[current=page]:text-primary";

/** How many sections a phone has room for, beside the way to the others. */
const SHOWN = 4;

// Most people never open it, so its code comes when they do.
const MoreSheet = dynamic(async () => (await import("./more-sheet")).MoreSheet, { loading: () => null });

type Props = Omit<ComponentProps<typeof MoreSheet>, "from" | "onClose">;

export function BottomBar(props: Props) {
  const { environment, person } = props;
  const t = useTranslations("shell");
  const pathname = usePathname();
  // Open only where it was opened: going somewhere closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  return (
    <nav
      aria-label={t("navigation")}
      className="fixed inset-x-0 bottom-0 z-10 border-t border-border bg-card pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="flex">
        <SectionLinks
          environment={environment}
          role={person.role}
          to={SHOWN}
          className={LINK}
          iconClassName="size-5"
          countClassName="absolute top-1 left-[calc(50%+0.25rem)] min-w-5 rounded-full bg-warning-muted px-1.5 text-center"
        />
        <li className="min-w-0 flex-1">
          <button type="button" aria-haspopup="dialog" className={LINK} onClick={() => setOpenAt(pathname)}>
            <Ellipsis aria-hidden className="size-5" />
            {t("more")}
          </button>
        </li>
      </ul>
      {openAt === pathname && <MoreSheet {...props} from={SHOWN} onClose={() => setOpenAt(null)} />}
    </nav>
  );
}
