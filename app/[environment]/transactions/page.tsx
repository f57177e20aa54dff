import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { Asking } from "@/components/asking";
import { ClientMessages } from "@/components/client-messages";
import { Seeded } from "@/components/seeded";
import { PageFrame } from "@/components/shell/page-frame";
import { LookUp, LookUpProblem } from "@/components/transactions/look-up";
import { lookUpProblem } from "@/components/transactions/look-up-problem";
import { orderPath } from "@/components/transactions/order-list";
import { TransactionList } from "@/components/transactions/transaction-list";
import { buttonVariants } from "@/components/ui/button";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/auth/viewer";
import { err, ok } from "@/lib/result";
import { transactionCache } from "@/lib/transactions/cache";
import { lookUpOrder } from "@/lib/transactions/commands";
import { findHeld, listTransactions } from "@/lib/transactions/queries";
import { lookUp } from "@/lib/transactions/schema";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("orders"))("title") };
}

export default async function TransactionsPage({ params, searchParams }: PageProps<"/[environment]/transactions">) {
  const ctx = await viewerContext((await params).environment);
  const t = await getTranslations("orders");
  const { id } = await searchParams;
  const missing = may(ctx.actor.role, "history:add") && (
    <Link href={`/${ctx.environment}/transactions/add-missing`} className={buttonVariants()}>
      {(await getTranslations("history"))("open")}
    </Link>
  );
  return (
    <PageFrame title={t("title")} aside={t("lead")} actions={missing}>
      <LookUp environment={ctx.environment} id={String(id ?? "")}>
        {id !== undefined && (
          <Suspense key={String(id)} fallback={<p className="mt-3 text-ink-2">{t("lookingUp")}</p>}>
            <LookedUp ctx={ctx} id={String(id)} mayAsk={may(ctx.actor.role, "transactions:ask")} />
          </Suspense>
        )}
      </LookUp>
      <ClientMessages of={["orders", "states", "evidence", "common"]}>
        <Suspense fallback={<Asking>{(await getTranslations("common"))("loading")}</Asking>}>
          <Newest ctx={ctx} />
        </Suspense>
      </ClientMessages>
    </PageFrame>
  );
}

/** Leads to the order once the service has said that there is one; until then the page stands. */
async function LookedUp({ ctx, id, mayAsk }: { ctx: Ctx; id: string; mayAsk: boolean }) {
  const wanted = lookUp.safeParse({ id });
  const look = mayAsk ? lookUpOrder : lookAmongHeld;
  const found = wanted.success ? await look(ctx, wanted.data) : null;
  if (found?.ok) redirect(orderPath(ctx.environment, found.value.referenceId));
  return <LookUpProblem {...(await lookUpProblem(id, found?.error ?? { kind: "no id" }))} />;
}

async function lookAmongHeld(ctx: Ctx, wanted: { id: string }) {
  const held = await findHeld(ctx, wanted);
  return held ? ok(held) : err({ kind: "not held" as const });
}

async function Newest({ ctx }: { ctx: Ctx }) {
  const { environment } = ctx;
  return (
    <Seeded seeds={[[transactionCache.newest(environment).queryKey, await listTransactions(ctx)]]}>
      <TransactionList environment={environment} />
    </Seeded>
  );
}
