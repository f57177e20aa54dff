"use client";

import { useLocale, useTranslations } from "next-intl";
import { CopyButton } from "@/components/display/copyable";
import type { TransactionView } from "@/lib/transactions/schema";
import { replyIn } from "./reply";
import type { ReplyWords } from "./reply-words";

type Props = { order: TransactionView; words: ReplyWords[]; isPrimary: boolean };

/** A reply to the player, first in the language that the console is read in, then in the other. */
export function CopyReply({ order, words, isPrimary }: Props) {
  const t = useTranslations("orders.reply");
  const locale = useLocale();
  const own = words.find((one) => one.locale === locale);
  const other = words.find((one) => one.locale !== locale);
  return (
    <>
      {own && (
        <CopyButton text={replyIn(own, order)} variant={isPrimary ? "primary" : "secondary"}>
          {t("copy")}
        </CopyButton>
      )}
      {other && <CopyButton text={replyIn(other, order)}>{t("copyOther")}</CopyButton>}
    </>
  );
}
