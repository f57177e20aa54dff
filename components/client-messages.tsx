import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { type Words, wordsOf } from "./words-of";

type Props = { of: readonly Words[]; children: ReactNode };

/** Sends the browser the words that the components inside need, and no others. */
export async function ClientMessages({ of, children }: Props) {
  return <NextIntlClientProvider messages={wordsOf(await getMessages(), of)}>{children}</NextIntlClientProvider>;
}
