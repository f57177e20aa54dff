import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

type Props = { place: ReactNode; isLooking: boolean };

/** How far a list with few matches has been searched. */
export function ScanProgress({ place, isLooking }: Props) {
  const t = useTranslations("scanProgress");
  return (
    <p className="text-xs text-muted-foreground">
      {t.rich("searched", { place: () => place })}
      {isLooking && ` ${t("searching")}`}
    </p>
  );
}
