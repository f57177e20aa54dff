import Link from "next/link";
import { useTranslations } from "next-intl";
import { LinkPending } from "@/components/navigation/link-label";
import { orderPath } from "@/components/orders/order-link";
import type { Environment } from "@/lib/environment";
import { QUEUE_LINK } from "./queue-row";

/** The action of an item that only the order's own page can deal with. */
export function ViewOrder({ environment, referenceId }: { environment: Environment; referenceId: string }) {
  const t = useTranslations("dashboard");
  return (
    <Link
      prefetch={false}
      className={QUEUE_LINK}
      href={orderPath(environment, referenceId)}
      aria-label={t("openOrder", { referenceId })}
    >
      {t("open")}
      <LinkPending />
    </Link>
  );
}
