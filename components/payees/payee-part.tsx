import { useTranslations } from "next-intl";
import type { PayeePart } from "@/lib/payees/rules";
import type { PayeeTerms } from "@/lib/payees/schema";

/** One part of what a version says, as a person reads it. */
export function PayeePartText({ terms, part }: { terms: PayeeTerms; part: PayeePart }) {
  const t = useTranslations("payees");
  const orders = useTranslations("orders");
  const value = part === "playerId" || part === "label" ? terms[part] : terms.recipient[part];
  if (value === null || value === "") return t("none");
  return <span lang="ja">{part === "destinationAccountType" ? orders("accountType", { code: value }) : value}</span>;
}
