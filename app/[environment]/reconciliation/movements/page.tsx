import { getTranslations } from "next-intl/server";
import { keptColumns } from "@/components/data-table/kept-columns";
import { ClientBoundary, seed } from "@/components/messages/client-boundary";
import { MovementList } from "@/components/movements/movement-list";
import { MovementRules } from "@/components/movements/movement-rules";
import { PageSections } from "@/components/navigation/page-sections";
import { PageFrame } from "@/components/shell/page-frame";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { partsIn } from "@/lib/list/page";
import { movementCache } from "@/lib/reconciliation/cache";
import { MOVEMENTS_ADDRESS } from "@/lib/reconciliation/movements/movement";
import { listMovementRules, listMovements } from "@/lib/reconciliation/movements/queries";
import { movementsAsked } from "@/lib/reconciliation/movements/schema";

const USUAL_COLUMNS = ["state", "name", "by", "bank", "note"];

export default async function MovementsPage({
  params,
  searchParams,
}: PageProps<"/[environment]/reconciliation/movements">) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const search = await searchParams;
  const t = await getTranslations("movements");
  const view = await listMovements(ctx, movementsAsked.parse(search));
  const rules = await listMovementRules(ctx);
  const mayName = may(actor.role, "movements:name");
  return (
    <PageFrame title={t("title")} summary={t("summary")}>
      <ClientBoundary
        messages={[
          "reconciliation.sections",
          "movements",
          "list",
          "fields",
          "problems",
          "stepUp",
          "failures",
          "common",
        ]}
        queries={[seed(movementCache.page(environment, partsIn(search, MOVEMENTS_ADDRESS)), view)]}
      >
        <PageSections environment={environment} of="reconciliation" current="/reconciliation/movements" />
        <MovementList
          {...{ environment, mayName }}
          readerId={actor.id}
          columns={await keptColumns("movements", USUAL_COLUMNS)}
        />
        <MovementRules {...{ environment, rules, mayName }} />
      </ClientBoundary>
    </PageFrame>
  );
}
