import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/client-messages";
import { Seeded } from "@/components/seeded";
import { PageFrame } from "@/components/shell/page-frame";
import { LookUp } from "@/components/transactions/look-up";
import { lookUpProblem } from "@/components/transactions/look-up-problem";
import { TransactionList } from "@/components/transactions/transaction-list";
import { viewerContext } from "@/lib/auth/viewer";
import { transactionCache } from "@/lib/transactions/cache";
import { lookUpOrder } from "@/lib/transactions/commands";
import { listTransactions } from "@/lib/transactions/queries";
import { lookUp } from "@/lib/transactions/schema";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("orders"))("title") };
}

export default async function TransactionsPage({ params, searchParams }: PageProps<"/[environment]/transactions">) {
  const ctx = await viewerContext((await params).environment);
  const { environment } = ctx;
  const t = await getTranslations("orders");
  const { id } = await searchParams;
  const wanted = lookUp.safeParse({ id });
  const found = wanted.success ? await lookUpOrder(ctx, wanted.data) : null;
  if (found?.ok) redirect(`/${environment}/transactions/${encodeURIComponent(found.value.referenceId)}`);

  return (
    <PageFrame title={t("title")} aside={t("lead")}>
      <LookUp
        environment={environment}
        id={String(id ?? "")}
        problem={id === undefined ? null : await lookUpProblem(String(id), found?.error ?? { kind: "no id" })}
      />
      <ClientMessages of={["orders", "states", "evidence", "common"]}>
        <Seeded seeds={[[transactionCache.newest(environment).queryKey, await listTransactions(ctx)]]}>
          <TransactionList environment={environment} />
        </Seeded>
      </ClientMessages>
    </PageFrame>
  );
}
