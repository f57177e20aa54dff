"use client";

import { useTranslations } from "next-intl";
import { ShownSecret } from "@/components/display/shown-secret";

type Props = { name: string; secret: string; onKept: () => void };

/** The secret of a key that was just created or rotated. */
export function KeySecret({ name, ...shown }: Props) {
  const t = useTranslations("apiKeys.secret");
  const words = { title: t("title", { name }), once: t("once"), what: t("what"), kept: t("kept") };
  return <ShownSecret {...shown} words={words} />;
}
