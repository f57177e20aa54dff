"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { loadPart } from "@/components/load-part";
import { Disclosure } from "@/components/ui/disclosure";

// Few are ever opened.
const Delivery = dynamic(() => loadPart(async () => (await import("@/components/evidence/delivery")).Delivery), {
  loading: () => null,
});

/** A callback exactly as it came. */
export function RawDelivery(props: ComponentProps<typeof Delivery>) {
  const t = useTranslations("common");
  return (
    <Disclosure summary={t("raw")}>
      <Delivery {...props} />
    </Disclosure>
  );
}
