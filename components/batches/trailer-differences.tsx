import { useTranslations } from "next-intl";
import type { TrailerCheck } from "@/lib/batches/trailers";
import { formatAmount } from "@/lib/money/format";

const SHOWN = 5;

/** The trailers of a file that state another count or sum than their data has. */
export function TrailerDifferences({ trailers: { differing } }: { trailers: TrailerCheck }) {
  const t = useTranslations("batches.file");
  const figures = useTrailerFigures();
  return (
    <ul className="figures grid gap-0.5">
      {differing.slice(0, SHOWN).map(({ line, stated, counted }) => (
        <li key={line}>{t("differing", { line, stated: figures(stated), counted: figures(counted) })}</li>
      ))}
      {differing.length > SHOWN && <li>{t("more", { count: differing.length - SHOWN })}</li>}
    </ul>
  );
}

/** Count and sum in words. The formats that have trailers are in yen. */
export function useTrailerFigures() {
  const t = useTranslations("batches.file");
  return ({ count, amount }: TrailerCheck["stated"]) => t("figures", { count, amount: formatAmount(amount, "JPY") });
}
