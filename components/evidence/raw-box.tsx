"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Timestamp } from "@/components/display/timestamp";
import { Reveal } from "@/components/pii/reveal";
import type { RevealOf } from "@/components/pii/use-reveal";
import type { RevealedThing } from "@/lib/reveal/schema";

type Raw = { rawRemovedAt: string | null; revealable: boolean };
type Props<View extends Raw> = {
  query: Pick<UseQueryResult<View>, "data" | "isError">;
  reveal: RevealOf<RevealedThing>;
  isWhole: (view: View) => boolean;
  children: (view: View) => ReactNode;
};

/** Raw data of one request or callback: loading, deleted after its retention, masked with a way to reveal it, or whole. */
export function RawBox<View extends Raw>({ query: { data, isError }, reveal, isWhole, children }: Props<View>) {
  const t = useTranslations("common");
  if (isError) return <p role="alert">{t("unavailable")}</p>;
  if (!data) return <p role="status">{t("loading")}</p>;
  const { rawRemovedAt, revealable } = data;
  if (rawRemovedAt !== null) {
    const at = () => <Timestamp at={rawRemovedAt} style="minute" />;
    return <p className="mt-1">{t.rich("rawRemoved", { at })}</p>;
  }
  return (
    <>
      {!isWhole(data) && (
        <Reveal reveal={reveal} revealable={revealable} what={t("raw")} className="mt-1 justify-items-start" />
      )}
      {children(data)}
    </>
  );
}
