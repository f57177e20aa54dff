import { useTranslations } from "next-intl";
import { OrderLink } from "@/components/orders/order-link";
import type { Environment } from "@/lib/environment";
import type { TransactionView } from "@/lib/transactions/schema";

/** Where this one came to nothing: the way to the one that was made in its place. */
export function ReplacedBy({
  environment,
  order: { replacedBy },
}: {
  environment: Environment;
  order: TransactionView;
}) {
  const t = useTranslations("orders");
  if (replacedBy === null) return null;
  return (
    <p className="mt-3 text-[13px]">
      {t("replacedBy")} <OrderLink environment={environment} referenceId={replacedBy} />
    </p>
  );
}
