import { useTranslations } from "next-intl";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import { cn } from "@/lib/cn";
import type { MovementSum } from "@/lib/reconciliation/movements/schema";
import { SignedMoney } from "./signed-money";

/** Movements in sum, by currency and name. Those without a name stand out. */
export function MovementSums({ sums }: { sums: MovementSum[] }) {
  const t = useTranslations("movements");
  return (
    <Table>
      <caption className="sr-only">{t("sums.caption")}</caption>
      <thead>
        <TableRow>
          <TableHead>{t("sums.name")}</TableHead>
          <TableHead className="text-right">{t("sums.count")}</TableHead>
          <TableHead className="text-right">{t("sums.amount")}</TableHead>
        </TableRow>
      </thead>
      <tbody>
        {sums.map(({ currency, kind, count, amount }) => (
          <TableRow key={`${currency} ${kind}`} className={cn(kind === null && "font-semibold text-warning")}>
            <TableCell>{kind === null ? t("states.unnamed") : t(`kinds.${kind}`)}</TableCell>
            <TableCell className="figures text-right">{count}</TableCell>
            <TableCell className="text-right">
              <SignedMoney amount={amount} currency={currency} />
            </TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}
