import { useTranslations } from "next-intl";
import { Wordmark } from "@/components/navigation/wordmark";
import type { Theme } from "@/components/preferences/theme";
import type { User } from "@/lib/auth/actor";
import type { Environment } from "@/lib/environment";
import { Account } from "./account";
import { SectionLinks } from "./section-links";

const LINK =
  "flex items-center rounded-md px-2.5 py-1.5 text-muted-foreground hover:text-foreground aria-[current=page]:bg-card aria-[current=page]:font-semibold aria-[current=page]:text-foreground aria-[current=page]:ring-1 aria-[current=page]:ring-border";

type Props = { environment: Environment; person: Pick<User, "email" | "role">; theme: Theme };

export function SideNavigation({ environment, person, theme }: Props) {
  const t = useTranslations("shell");
  return (
    <aside
      aria-label={t("side")}
      className="sticky top-0 hidden h-dvh w-54 shrink-0 flex-col gap-3 overflow-y-auto border-r border-border bg-muted px-2.5 py-3.5 md:flex print:hidden"
    >
      <Wordmark className="px-2.5 pt-1 text-[15px]" />
      <nav aria-label={t("navigation")}>
        <ul className="grid gap-0.5">
          <SectionLinks environment={environment} role={person.role} className={LINK} countClassName="ml-auto" />
        </ul>
      </nav>
      <Account
        environment={environment}
        person={person}
        theme={theme}
        className="mt-auto border-t border-border px-2.5 pt-3"
      />
    </aside>
  );
}
