import { Check, Eye, Minus } from "lucide-react";
import { useTranslations } from "next-intl";
import { TitledCard } from "@/components/ui/card";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import { may, ROLES, type Role } from "@/lib/auth/permissions";

const SHOWN = [
  "transactions:read",
  "pii:read",
  "withdrawals:create",
  "withdrawals:approve",
  "players:register",
  "daily_close:close",
  "users:change",
] as const;

/** What each role can do, read from the table by which it is decided. */
export function RoleTable() {
  const t = useTranslations("team.roleTable");
  const roles = useTranslations("roles");
  return (
    <TitledCard title={t("title")} className="relative overflow-x-auto" tabIndex={0} aria-label={t("title")}>
      <Table>
        <caption className="sr-only">{t("title")}</caption>
        <thead className="bg-muted">
          <TableRow>
            <TableHead>{t("role")}</TableHead>
            {SHOWN.map((permission) => (
              <TableHead key={permission} className="text-center align-bottom whitespace-normal break-keep">
                {t(`can.${permission}`)}
              </TableHead>
            ))}
          </TableRow>
        </thead>
        <tbody>
          {ROLES.map((role) => (
            <TableRow key={role}>
              <th scope="row" className="px-4 py-2 text-left text-md font-normal whitespace-nowrap">
                {roles(role)}
              </th>
              {SHOWN.map((permission) => (
                <TableCell key={permission} className="text-center">
                  <Allowed role={role} permission={permission} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </tbody>
      </Table>
    </TitledCard>
  );
}

function Allowed({ role, permission }: { role: Role; permission: (typeof SHOWN)[number] }) {
  const t = useTranslations("team.roleTable");
  const onRequest = permission === "pii:read" && may(role, "pii:reveal");
  const is = may(role, permission) ? "yes" : onRequest ? "reveal" : "no";
  const Icon = { yes: Check, reveal: Eye, no: Minus }[is];
  return (
    <span title={t(is)}>
      <Icon aria-hidden className={`inline size-4 ${is === "no" ? "text-subtle-foreground" : "text-primary"}`} />
      <span className="sr-only">{t(is)}</span>
    </span>
  );
}
