import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { getLocale, getTranslations } from "next-intl/server";
import { THEME_COOKIE, themeFrom } from "@/components/preferences/theme";
import "./globals.css";
import { Styles } from "./styles";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("app");
  return {
    description: t("description"),
    icons: "/icon.svg",
    manifest: "/manifest.webmanifest",
    robots: { index: false, follow: false },
  };
}

export default async function RootLayout({ children }: LayoutProps<"/">) {
  const theme = themeFrom((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <html lang={await getLocale()} data-theme={theme}>
      <body>
        <Styles nonce={(await headers()).get("x-nonce") ?? undefined} />
        {children}
      </body>
    </html>
  );
}
