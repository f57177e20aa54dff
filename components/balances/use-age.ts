import { useTranslations } from "next-intl";
import { useNow } from "@/components/use-now";

const OLD_MS = 60_000;

/** Whether a figure is old, and the words that say how old, in one unit. There are none until the page can react. */
export function useAge(asOf: string, isStale: boolean): { isOld: boolean; said: string | null } {
  const t = useTranslations("balances");
  const now = useNow(1_000);
  if (now === null) return { isOld: isStale, said: null };
  const ms = now - Date.parse(asOf);
  // Old in every case: a newer response may still be in flight.
  const isOld = isStale || ms > OLD_MS;
  const { unit, n } = inOneUnit(ms);
  return { isOld, said: isOld ? t("stale", { age: t(`age.${unit}`, { n }) }) : null };
}

function inOneUnit(ms: number) {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 90) return { unit: "seconds", n: seconds } as const;
  if (seconds < 90 * 60) return { unit: "minutes", n: Math.floor(seconds / 60) } as const;
  return { unit: "hours", n: Math.floor(seconds / 3_600) } as const;
}
