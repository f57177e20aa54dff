"use client";

import { useTranslations } from "next-intl";
import { ShownSecret } from "@/components/display/shown-secret";

type Props = { name: string; secret: string; onKept: () => void };

/** The secret by which an endpoint verifies what it is sent. */
export function SigningSecret({ name, ...shown }: Props) {
  const t = useTranslations("webhooks.secret");
  const words = { title: t("title", { name }), once: t("once"), what: t("what"), kept: t("kept") };
  return <ShownSecret {...shown} words={words} />;
}
