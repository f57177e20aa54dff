import { Check, CircleX, Clock, type LucideIcon, Undo2 } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Timestamp } from "@/components/display/timestamp";
import { Empty } from "@/components/feedback/empty";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { buttonVariants } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import type { DeliveryState } from "@/lib/notifications/channels";
import { failureParts } from "@/lib/outgoing/request";
import type { WebhookState } from "@/lib/webhooks/events";

type PagesProps = {
  /** The address that shows the log; the log's place is its parameter `before`. */
  path: Route;
  /** Where the next page begins; null at the end. */
  older: string | null;
  isFirst: boolean;
};

type Props = PagesProps & {
  empty: string;
  /** Links to other parts of the log. */
  filter?: ReactNode;
  /** Those between the time of a delivery and its state. */
  columns: readonly string[];
  /** A row for each delivery. */
  children: ReactNode[];
};

/** The log of what was sent out, newest first. */
export function DeliveryTable({ empty, filter, columns, children, ...pages }: Props) {
  const t = useTranslations("deliveries");
  const count = children.length;
  const lead = t("lead", { count, isFirst: String(pages.isFirst) });
  return (
    <TitledCard
      title={t("title")}
      aside={
        <>
          {filter}
          {count > 0 && <span className="ml-auto text-xs text-subtle-foreground">{lead}</span>}
        </>
      }
    >
      {count === 0 ? (
        <Empty title={empty} />
      ) : (
        <div className="relative overflow-x-auto">
          {/* What is laid out as cards is no table to some browsers any more, so the roles are given. */}
          <Table role="table" className="text-md max-lg:block">
            <caption className="sr-only">{t("title")}</caption>
            <thead className="bg-muted max-lg:hidden">
              <TableRow>
                {[`${t("at")} (JST)`, ...columns, t("state"), t("detail")].map((head) => (
                  <TableHead key={head}>{head}</TableHead>
                ))}
              </TableRow>
            </thead>
            {/* biome-ignore lint/a11y/noRedundantRoles: it is laid out as a block */}
            <tbody role="rowgroup" className="max-lg:block">
              {children}
            </tbody>
          </Table>
        </div>
      )}
      <Pages {...pages} />
    </TitledCard>
  );
}

/** The other pages of the log. */
function Pages({ path, older, isFirst }: PagesProps) {
  const t = useTranslations("list");
  if (isFirst && older === null) return null;
  return (
    <nav aria-label={t("pages")} className="flex justify-end gap-1.5 border-t border-border bg-muted px-4 py-1.5">
      {!isFirst && (
        <Link href={path} scroll={false} className={STEP}>
          {t("newest")}
        </Link>
      )}
      {older !== null && (
        <Link
          href={`${path}${path.includes("?") ? "&" : "?"}before=${older}` as Route}
          prefetch={false}
          scroll={false}
          className={STEP}
        >
          {t("older")}
        </Link>
      )}
    </nav>
  );
}

const STEP = buttonVariants({ size: "small", className: "pointer-coarse:min-h-10" });

type State = DeliveryState | WebhookState;

const STYLES: Record<State, { tone: BadgeTone; icon: LucideIcon }> = {
  waiting: { tone: "neutral", icon: Clock },
  sent: { tone: "neutral", icon: Check },
  delivered: { tone: "neutral", icon: Check },
  failed: { tone: "failed", icon: CircleX },
  withdrawn: { tone: "neutral", icon: Undo2 },
};

type RowProps = {
  delivery: { at: string; state: State; tries: number; failure: string | null; nextTryAt: string | null };
  /** What it waits for, beside the time. */
  waits?: string | null;
  /** What can be done about it. */
  more: ReactNode;
  /** The cells between its time and its state. */
  children: ReactNode;
};

/** A notification or webhook and what became of it. The page sends the words of notifications. */
export function DeliveryRow({ delivery: { at, state, tries, failure, nextTryAt }, waits, more, children }: RowProps) {
  const t = useTranslations("deliveries");
  const words = useTranslations("notifications");
  return (
    <TableRow
      role="row"
      className="max-lg:grid max-lg:grid-cols-[1fr_auto] max-lg:gap-y-0.5 max-lg:py-2.5 max-lg:*:col-span-full max-lg:*:py-0"
    >
      <TableCell role="cell" className="text-xs whitespace-nowrap text-subtle-foreground max-lg:col-[1]!">
        <Timestamp at={at} style="recent" />
      </TableCell>
      {children}
      <TableCell role="cell" className="max-lg:col-[2]! max-lg:row-start-1">
        <Badge {...STYLES[state]}>{t(`states.${state}`)}</Badge>
      </TableCell>
      <TableCell role="cell" className="text-xs text-muted-foreground">
        {failure !== null && <p>{words("failure", failureParts(failure))}</p>}
        {tries > 1 && <p>{t("tries", { count: tries })}</p>}
        {waits && <p>{waits}</p>}
        {nextTryAt !== null && <p>{t.rich("next", { at: () => <Timestamp at={nextTryAt} style="minute" /> })}</p>}
        {more}
      </TableCell>
    </TableRow>
  );
}
