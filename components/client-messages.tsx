import { type Messages, NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

type Props = { of: (keyof Messages)[]; children: ReactNode };

/** Sends the browser the words that the components inside need, and no others. */
export async function ClientMessages({ of, children }: Props) {
  const messages = await getMessages();
  const needed = Object.fromEntries(of.map((namespace) => [namespace, messages[namespace]]));
  return <NextIntlClientProvider messages={needed}>{children}</NextIntlClientProvider>;
}
