import { cookies } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import { pickMessages } from "@/components/messages/pick-messages";
import { THEME_COOKIE, themeFrom } from "@/components/preferences/theme";
import { Providers } from "@/components/providers";
import { Shell } from "@/components/shell/shell";
import { configuredEnvironments } from "@/lib/auth/context";
import { setUpContext } from "@/lib/http/viewer";

export default async function EnvironmentLayout({ params, children }: LayoutProps<"/[environment]">) {
  const { environment, actor } = await setUpContext((await params).environment);
  const { id, email, role } = actor;
  return (
    <Providers>
      <NextIntlClientProvider
        messages={pickMessages(await getMessages(), [
          ...(["shell", "sections", "roles", "failure", "notHeld", "states", "palette"] as const),
          ...(["search.box", "search.fields", "search.how"] as const),
        ])}
      >
        <Shell
          environment={environment}
          offered={configuredEnvironments()}
          person={{ id, email, role }}
          theme={themeFrom((await cookies()).get(THEME_COOKIE)?.value)}
        >
          {children}
        </Shell>
      </NextIntlClientProvider>
    </Providers>
  );
}
