import { useTranslations } from "next-intl";
import { HeadedTable, TableCell, TableRow } from "@/components/ui/table";
import { cn } from "@/lib/cn";
import type { MovementSum } from "@/lib/reconciliation/movements/schema";
import { SignedMoney } from "./signed-money";

/** Movements in sum, by currency and name. Those without a name stand out. */
export function MovementSums({ sums }: { sums: MovementSum[] }) {
  const t = useTranslations("movements");
  return (
    <HeadedTable
      caption={t("sums.caption")}
      heads={[t("sums.name"), { figure: t("sums.count") }, { figure: t("sums.amount") }]}
    >
      {sums.map(({ currency, kind, count, amount }) => (
        <TableRow key={`${currency} ${kind}`} className={cn(kind === null && "font-semibold text-warning")}>
          <TableCell>{kind === null ? t("states.unnamed") : t(`kinds.${kind}`)}</TableCell>
          <TableCell className="figures text-right">{count}</TableCell>
          <TableCell className="text-right">
            <SignedMoney amount={amount} currency={currency} />
          </TableCell>
        </TableRow>
      ))}
    </HeadedTable>
  );
}
