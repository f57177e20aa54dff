import { useTranslations } from "next-intl";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import type { ApprovalRules } from "@/lib/withdrawals/approval-rules";
import { useRuleWords } from "./use-rule-words";

/** By which rules a withdrawal that is requested now must be approved. */
export function RulesInForce({ rules }: { rules: ApprovalRules }) {
  const t = useTranslations("rules");
  const words = useRuleWords();
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("inForce")}</CardTitle>
        <span className="ml-auto text-xs text-subtle-foreground">{t("unruled")}</span>
      </CardHeader>
      <Table>
        <caption className="sr-only">{t("inForce")}</caption>
        <thead>
          <TableRow>
            <TableHead>{t("currency")}</TableHead>
            <TableHead className="text-right">{t("from")}</TableHead>
            <TableHead>{t("approvers")}</TableHead>
          </TableRow>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <TableRow key={`${rule.currency}/${rule.from}`}>
              <TableCell>{rule.currency}</TableCell>
              <TableCell className="figures text-right">{words.from(rule)}</TableCell>
              <TableCell>{words.people(rule.approvers)}</TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}
