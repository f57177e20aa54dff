"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { later } from "@/components/later";
import { Disclosure } from "@/components/ui/disclosure";

// Few are ever opened.
const Delivery = later(async () => (await import("@/components/evidence/delivery")).Delivery);

/** A callback exactly as it came. */
export function RawDelivery(props: ComponentProps<typeof Delivery>) {
  const t = useTranslations("common");
  return (
    <Disclosure summary={t("raw")}>
      <Delivery {...props} />
    </Disclosure>
  );
}
