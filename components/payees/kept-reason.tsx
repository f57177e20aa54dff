"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CopyButton } from "@/components/display/copyable";
import { keptTyped } from "@/components/forms/kept-typed";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { PayeeView } from "@/lib/payees/schema";

/** Reasons for rejecting a version or a file, until the reader's decision was received. */
export const REASONS = keptTyped<string>();

export const versionKey = ({ payeeId }: { payeeId: string }, { version }: { version: number }) =>
  `${payeeId}/${version}`;

type Props = {
  readerId: string;
  /** What was decided: a version, or the ID of a file. */
  item: string;
};

/** What the reader typed about each version that others have decided meanwhile. */
export function KeptReasons({ payee }: { payee: PayeeView }) {
  return payee.versions
    .filter(({ decision }) => decision !== null)
    .map((version) => {
      const item = versionKey(payee, version);
      return <KeptReason key={`${payee.readerId} ${item}`} readerId={payee.readerId} item={item} />;
    });
}

export function KeptReason({ readerId, item }: Props) {
  const t = useTranslations("payees.keptReason");
  const [reason, setReason] = useState(() => REASONS.of(readerId, item));
  if (reason === null) return null;
  const forget = () => {
    REASONS.keep(readerId, item, null);
    setReason(null);
  };
  return (
    <Alert tone="watch" role="status">
      <p>
        {t("typed")} <q className="whitespace-pre-wrap">{reason}</q>
      </p>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={reason}>{t("copy")}</CopyButton>
        <Button onClick={forget}>{t("dismiss")}</Button>
      </div>
    </Alert>
  );
}
