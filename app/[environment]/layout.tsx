import { cookies } from "next/headers";
import { getTranslations } from "next-intl/server";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { THEME_COOKIE, themeFrom } from "@/components/preferences/theme";
import { Providers } from "@/components/providers";
import { Shell } from "@/components/shell/shell";
import { configuredEnvironments, merchantName } from "@/lib/auth/context";
import { holdsDemoData } from "@/lib/demo/queries";
import { setUpContext } from "@/lib/http/viewer";

export default async function EnvironmentLayout({ params, children }: LayoutProps<"/[environment]">) {
  const ctx = await setUpContext((await params).environment);
  const { environment, actor } = ctx;
  const t = await getTranslations("shell");
  const { id, name, email, role } = actor;
  const theme = themeFrom((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <Providers toasts={t("toasts")}>
      <ClientBoundary
        messages={[
          ...(["shell", "sections", "roles", "failure", "notHeld", "states", "palette"] as const),
          ...(["search.box", "search.limits", "search.fields", "search.how"] as const),
        ]}
      >
        <Shell
          environment={environment}
          offered={configuredEnvironments()}
          merchant={merchantName()}
          readOnly={ctx.readOnly}
          hasDemoData={environment === "sandbox" && (await holdsDemoData(ctx))}
          user={{ id, name, email, role, theme }}
        >
          {children}
        </Shell>
      </ClientBoundary>
    </Providers>
  );
}
