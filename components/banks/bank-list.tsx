"use client";

import { useTranslations } from "next-intl";
import { type Column, DataTable } from "@/components/data-table/data-table";
import { Copyable } from "@/components/display/copyable";
import { Timestamp } from "@/components/display/timestamp";
import { Empty } from "@/components/feedback/empty";
import { failureText } from "@/components/messages/failure-text";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { BanksView } from "@/lib/banks/schema";

type Bank = Extract<BanksView["listed"], { ok: true }>["value"][number];

/** What the service lists for a currency. Nothing listed, and nothing heard, are two different things to say. */
export function BankList({ view: { currency, listed, askedAt }, q }: { view: BanksView; q: string }) {
  const t = useTranslations("banks");
  const failures = useTranslations("failures");
  if (!listed.ok) {
    return (
      <Card role="alert">
        <Empty title={t("failed", { reason: failureText(failures, listed.error) })}>{t("failedText")}</Empty>
      </Card>
    );
  }
  const banks = listed.value;
  const found = banks.filter((bank) => matches(bank, q));
  return (
    <Card>
      <CardHeader>
        <CardTitle>{currency}</CardTitle>
        <span className="text-muted-foreground">{t("count", { count: banks.length })}</span>
        <span className="ml-auto text-xs text-subtle-foreground">
          {t.rich("askedAt", { time: () => <Timestamp at={askedAt} style="recent" /> })}
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

function Banks({ banks }: { banks: Bank[] }) {
  const t = useTranslations("banks");
  const columns: Column<Bank>[] = [
    {
      id: "code",
      name: t("code"),
      cell: ({ bankCode }) => <Copyable text={bankCode ?? ""} what={t("code")} />,
      className: "max-lg:row-span-2",
    },
    { id: "name", name: t("name"), cell: ({ name }) => name },
    { id: "branchCode", name: t("branchCode"), cell: ({ branchCode }) => branchCode, className: CODE, notIn: "card" },
    {
      id: "branch",
      name: t("branch"),
      cell: ({ branchCode, branch }) => (
        <>
          <span className="font-mono lg:hidden">{branchCode} </span>
          {branch}
        </>
      ),
      className: "max-lg:text-xs max-lg:text-subtle-foreground",
    },
    {
      id: "short",
      name: t("short"),
      cell: ({ nameShort }) => nameShort,
      className: "text-muted-foreground",
      notIn: "card",
    },
  ];
  return (
    <DataTable
      caption={t("title")}
      columns={columns}
      rows={banks}
      keyOf={keyOf}
      card="max-lg:[&>tr]:grid-cols-[5.5rem_minmax(0,1fr)] max-lg:[&>tr]:gap-x-3 max-lg:[&>tr]:py-2.5"
    />
  );
}

const CODE = "font-mono text-xs";

const keyOf = ({ bankCode, branchCode }: Bank) => `${bankCode}/${branchCode}`;
