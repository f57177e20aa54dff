import Link from "next/link";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { Empty } from "@/components/feedback/empty";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import type { Environment } from "@/lib/environment";
import type { PersonRow } from "@/lib/team/schema";

type Props = { environment: Environment; people: PersonRow[] };

/** All users, active and disabled: a table, or cards on narrow screens. */
export function UsersTable({ environment, people }: Props) {
  const t = useTranslations("team");
  const roles = useTranslations("roles");
  if (people.length === 0) {
    return (
      <Card>
        <Empty title={t("nobody")}>{t("nobodyText")}</Empty>
      </Card>
    );
  }
  return (
    <Card>
      <Table className="max-md:hidden">
        <caption className="sr-only">{t("people")}</caption>
        <thead>
          <TableRow>
            <TableHead>{t("name")}</TableHead>
            <TableHead>{t("role")}</TableHead>
            <TableHead>{t("factor")}</TableHead>
            <TableHead>{t("lastSeen")} (JST)</TableHead>
            <TableHead>{t("state")}</TableHead>
          </TableRow>
        </thead>
        <tbody>
          {people.map((person) => (
            <TableRow key={person.id}>
              <TableCell>
                <Name environment={environment} person={person} />
              </TableCell>
              <TableCell>{roles(person.role)}</TableCell>
              <TableCell>
                <Factor person={person} />
              </TableCell>
              <TableCell className="text-xs text-subtle-foreground">
                <LastSeen person={person} />
              </TableCell>
              <TableCell>
                <State person={person} />
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
      <ul aria-label={t("people")} className="md:hidden">
        {people.map((person) => (
          <li key={person.id} className="grid gap-1 border-b border-border px-4 py-3 last:border-b-0">
            <div className="flex items-start justify-between gap-2">
              <Name environment={environment} person={person} />
              <State person={person} />
            </div>
            <p>
              {roles(person.role)} · <span className="text-muted-foreground">{t("factor")}:</span>{" "}
              <Factor person={person} />
            </p>
            <p className="text-xs text-subtle-foreground">
              {t("lastSeen")}: <LastSeen person={person} />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Name({
  environment,
  person: { id, name, email, isOneself },
}: {
  environment: Environment;
  person: PersonRow;
}) {
  const t = useTranslations("team");
  return (
    <span className="grid min-w-0">
      <span>
        <Link
          prefetch={false}
          href={`/${environment}/settings/team/${id}`}
          className="font-medium text-primary hover:underline"
        >
          {name}
        </Link>
        {isOneself && <span className="text-subtle-foreground"> · {t("oneself")}</span>}
      </span>
      <span className="text-xs break-all text-subtle-foreground">{email}</span>
    </span>
  );
}

export function Factor({ person: { hasFactor, needsFactor } }: { person: PersonRow }) {
  const t = useTranslations("team");
  if (hasFactor) return t("factorYes");
  return needsFactor ? (
    <span className="text-warning">{t("factorNeeded")}</span>
  ) : (
    <span className="text-subtle-foreground">{t("factorNo")}</span>
  );
}

export function LastSeen({ person: { lastSeenAt } }: { person: PersonRow }) {
  const t = useTranslations("team");
  return lastSeenAt === null ? t("never") : <Timestamp at={lastSeenAt} style="minute" />;
}

export function State({ person: { state } }: { person: PersonRow }) {
  const t = useTranslations("team.states");
  return <Badge tone={state === "disabled" ? "failed" : "neutral"}>{t(state)}</Badge>;
}
