import { useTranslations } from "next-intl";
import { LinkPending } from "@/components/navigation/link-label";
import { orderPath } from "@/components/orders/order-link";
import type { Environment } from "@/lib/environment";
import { QueueLink } from "./queue-row";

/** The action of an item that only the order's own page can deal with. */
export function ViewOrder({ environment, referenceId }: { environment: Environment; referenceId: string }) {
  const t = useTranslations("dashboard");
  return (
    <QueueLink href={orderPath(environment, referenceId)} label={t("openOrder", { referenceId })}>
      {t("open")}
      <LinkPending shape="record" />
    </QueueLink>
  );
}
