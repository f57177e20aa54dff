import { Ban, Check, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { Avatar } from "@/components/display/avatar";
import { Timestamp } from "@/components/display/timestamp";
import { Empty } from "@/components/feedback/empty";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import type { Environment } from "@/lib/environment";
import { colon } from "@/lib/i18n/list-text";
import type { TeamFilter, UserRow, UsersShown } from "@/lib/team/schema";
import { TeamFilters } from "./team-filters";

type Props = {
  environment: Environment;
  users: UserRow[];
  filter: TeamFilter;
  counts: Record<UsersShown, number>;
};

/** All users, active and disabled: a table, or cards on narrow screens. */
export function UsersTable({ environment, users, filter, counts }: Props) {
  const t = useTranslations("team");
  const locale = useLocale();
  const roles = useTranslations("roles");
  return (
    <Card>
      <TeamFilters environment={environment} filter={filter} counts={counts} />
      {users.length === 0 && <Empty title={t("empty")}>{t("emptyText")}</Empty>}
      <Table className={users.length === 0 ? "hidden" : "text-md max-md:hidden"}>
        <caption className="sr-only">{t("users")}</caption>
        <thead className="bg-muted">
          <TableRow>
            <TableHead>{t("name")}</TableHead>
            <TableHead>{t("role")}</TableHead>
            <TableHead>{t("factor")}</TableHead>
            <TableHead>{t("lastSeen")} (JST)</TableHead>
          </TableRow>
        </thead>
        <tbody>
          {users.map((user) => (
            <TableRow key={user.id} className="h-10 hover:bg-accent">
              <TableCell className="py-1 align-middle">
                <Name environment={environment} user={user} />
              </TableCell>
              <TableCell className="py-1 align-middle whitespace-nowrap">{roles(user.role)}</TableCell>
              <TableCell className="py-1 align-middle">
                <Factor user={user} />
              </TableCell>
              <TableCell className="py-1 align-middle text-muted-foreground">
                <LastSeen user={user} />
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
      <ul aria-label={t("users")} className={users.length === 0 ? "hidden" : "md:hidden"}>
        {users.map((user) => (
          <li key={user.id} className="grid gap-1 border-b border-border px-4 py-3 last:border-b-0">
            <Name environment={environment} user={user} />
            <p className="pl-8.5 text-sm">
              {roles(user.role)} · <span className="text-muted-foreground">{t("factor")}</span>
              {colon(locale)}
              <Factor user={user} />
            </p>
            <p className="pl-8.5 text-xs text-subtle-foreground">
              {t("lastSeen")}
              {colon(locale)}
              <LastSeen user={user} />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Name({ environment, user }: { environment: Environment; user: UserRow }) {
  const t = useTranslations("team");
  const { id, name, email, isOneself, state } = user;
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar name={name} className={state === "disabled" ? "size-6 bg-accent text-subtle-foreground" : "size-6"} />
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        <Link
          prefetch={false}
          href={`/${environment}/settings/team/${id}`}
          className="font-medium text-foreground hover:text-primary hover:underline"
        >
          {name}
        </Link>
        <span className="text-xs break-all text-muted-foreground">{email}</span>
        {isOneself && <span className="text-xs text-subtle-foreground">{t("oneself")}</span>}
        {state === "disabled" && <State user={user} />}
      </span>
    </span>
  );
}

export function Factor({ user: { hasFactor, needsFactor } }: { user: UserRow }) {
  const t = useTranslations("team");
  if (hasFactor) return t("factorYes");
  return needsFactor ? (
    <Badge tone="watch" icon={TriangleAlert}>
      {t("factorNeeded")}
    </Badge>
  ) : (
    <span className="text-subtle-foreground">{t("factorNo")}</span>
  );
}

export function LastSeen({ user: { lastSeenAt } }: { user: UserRow }) {
  const t = useTranslations("team");
  return lastSeenAt === null ? t("never") : <Timestamp at={lastSeenAt} style="minute" />;
}

export function State({ user: { state } }: { user: UserRow }) {
  const t = useTranslations("team.states");
  return <Badge icon={state === "disabled" ? Ban : Check}>{t(state)}</Badge>;
}
