import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { PageTitle } from "@/components/display/page-title";
import { Wordmark } from "@/components/navigation/wordmark";
import { LanguageSwitch } from "@/components/preferences/language-switch";
import { Card } from "@/components/ui/card";

/** `lead`: what the page is for; not where that is over before the page is. */
type Props = { title: string; lead?: string; children: ReactNode };

/** What stands around every page that is there for those who have not signed in. */
export async function Outside({ title, lead, children }: Props) {
  const t = await getTranslations("shell");
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-98 content-center gap-5 p-4">
      <PageTitle>{title}</PageTitle>
      <div className="flex items-center justify-between">
        <Wordmark />
        <LanguageSwitch label={t("language")} locale={await getLocale()} />
      </div>
      <Card className="p-5 sm:p-6">
        <h1>{title}</h1>
        {lead && <Lead>{lead}</Lead>}
        {children}
      </Card>
    </main>
  );
}

export const Lead = ({ children }: { children: string }) => (
  <p className="mt-1 mb-5 text-sm text-muted-foreground">{children}</p>
);
