import { useTranslations } from "next-intl";
import { Copyable } from "@/components/copyable";
import { Empty } from "@/components/empty";
import { failureWords } from "@/components/failure-words";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import { When } from "@/components/when";
import type { BanksView } from "@/lib/banks/schema";

type Bank = Extract<BanksView["listed"], { ok: true }>["value"][number];

/** What the service lists for a currency. Nothing listed, and nothing heard, are two different things to say. */
export function BankList({ view: { currency, listed, askedAt }, q }: { view: BanksView; q: string }) {
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
  const found = banks.filter((bank) => matches(bank, q));
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
        <Banks banks={found} />
      )}
      {banks.length > 0 && found.length === 0 && <Empty title={t("nothingFound", { q })} />}
    </Card>
  );
}

/** Every word of what was typed is in the code or in a name. */
function matches({ name, branch, bankCode, branchCode, nameShort }: Bank, q: string): boolean {
  const plain = (text: string) => text.normalize("NFKC").toLowerCase();
  const about = plain([name, branch, bankCode, branchCode, nameShort].join(" "));
  return plain(q)
    .split(/\s+/)
    .every((word) => about.includes(word));
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
              <TableCell>
                <Copyable text={bank.bankCode ?? ""} what={t("code")} />
              </TableCell>
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
            <span className="w-22 shrink-0">
              <Copyable text={bank.bankCode ?? ""} what={t("code")} />
            </span>
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
