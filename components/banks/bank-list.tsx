import { useTranslations } from "next-intl";
import { Empty } from "@/components/empty";
import { failureWords } from "@/components/failure-words";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import { When } from "@/components/when";
import type { BanksView } from "@/lib/banks/schema";

type Bank = Extract<BanksView["listed"], { ok: true }>["value"][number];

/** What the service lists for a currency. Nothing listed, and nothing heard, are two different things to say. */
export function BankList({ view: { currency, listed, askedAt } }: { view: BanksView }) {
  const t = useTranslations("banks");
  const failures = useTranslations("failures");
  if (!listed.ok) {
    return (
      <Card role="alert">
        <Empty title={t("failed", { reason: failureWords(failures, listed.error) })}>{t("failedText")}</Empty>
      </Card>
    );
  }
  const banks = listed.value;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{currency}</CardTitle>
        <span className="text-ink-2">{t("count", { count: banks.length })}</span>
        <span className="ml-auto text-xs text-ink-3">
          {t.rich("askedAt", { time: () => <When at={askedAt} style="time" /> })}
        </span>
      </CardHeader>
      {banks.length === 0 ? (
        <Empty title={t("emptyTitle", { currency })}>{t("emptyText")}</Empty>
      ) : (
        <Banks banks={banks} />
      )}
    </Card>
  );
}

/** A table where there is room, cards where there is not. */
function Banks({ banks }: { banks: Bank[] }) {
  const t = useTranslations("banks");
  return (
    <>
      <Table className="max-md:hidden">
        <caption className="sr-only">{t("title")}</caption>
        <thead>
          <TableRow>
            <TableHead>{t("code")}</TableHead>
            <TableHead>{t("name")}</TableHead>
            <TableHead>{t("branchCode")}</TableHead>
            <TableHead>{t("branch")}</TableHead>
            <TableHead>{t("short")}</TableHead>
          </TableRow>
        </thead>
        <tbody>
          {banks.map((bank) => (
            <TableRow key={keyOf(bank)}>
              <TableCell className="font-mono text-[12.5px]">{bank.bankCode}</TableCell>
              <TableCell>{bank.name}</TableCell>
              <TableCell className="font-mono text-[12.5px]">{bank.branchCode}</TableCell>
              <TableCell>{bank.branch}</TableCell>
              <TableCell className="text-ink-2">{bank.nameShort}</TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
      <ul aria-label={t("title")} className="md:hidden">
        {banks.map((bank) => (
          <li key={keyOf(bank)} className="flex gap-3 border-b border-line px-4 py-2.5 last:border-b-0">
            <span className="w-18 shrink-0 font-mono text-[12.5px]/6">{bank.bankCode}</span>
            <span>
              {bank.name}
              <span className="block text-xs text-ink-3">
                <span className="font-mono">{bank.branchCode}</span> {bank.branch}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

const keyOf = ({ bankCode, branchCode }: Bank) => `${bankCode}/${branchCode}`;
