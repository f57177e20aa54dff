"use client";

import { type Locale, NextIntlClientProvider } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { TIME_ZONE } from "@/lib/i18n/locale";

type Props = { locale: Locale; text: string; children: ReactNode };

/** The words that the page sent, as one text: React would look at each of them on its way out, and again on its way in. */
export function SentWords({ locale, text, children }: Props) {
  const messages = useMemo(() => JSON.parse(text), [text]);
  return (
    <NextIntlClientProvider locale={locale} timeZone={TIME_ZONE} messages={messages}>
      {children}
    </NextIntlClientProvider>
  );
}
