import { getLocale, getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { SentWords } from "./sent-words";
import { textOfWords, type Words } from "./words-of";

type Props = { of: readonly Words[]; children: ReactNode };

/** Sends the browser the words that the components inside need, and no others. */
export async function ClientMessages({ of, children }: Props) {
  return (
    <SentWords locale={await getLocale()} text={textOfWords(await getMessages(), of)}>
      {children}
    </SentWords>
  );
}
