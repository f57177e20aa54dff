import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { OrderFiguresLine, OrderListSection } from "@/app/[environment]/order-list";
import { PageFrame } from "@/components/shell/page-frame";
import { buttonVariants } from "@/components/ui/button";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { orderFigures } from "@/lib/transactions/list/figures";

export default async function WithdrawalsPage({ params, searchParams }: PageProps<"/[environment]/withdrawals">) {
  const ctx = await viewerContext((await params).environment);
  const [t, figures] = await Promise.all([getTranslations("withdrawals"), orderFigures(ctx, { list: "withdrawals" })]);
  const action = may(ctx.actor.role, "withdrawals:create") && (
    <Link href={`/${ctx.environment}/withdrawals/new`} className={buttonVariants({ variant: "primary" })}>
      {t("new")}
    </Link>
  );
  return (
    <PageFrame title={t("title")} summary={<OrderFiguresLine figures={figures} />} actions={action}>
      <OrderListSection ctx={ctx} list="withdrawals" given={await searchParams} figures={figures} actions={action} />
    </PageFrame>
  );
}
