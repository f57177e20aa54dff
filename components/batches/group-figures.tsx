import { useTranslations } from "next-intl";
import { ROW_GROUPS, type RowGroup } from "@/lib/batches/outcome";
import type { GroupSums } from "@/lib/batches/schema";
import { cn } from "@/lib/cn";
import { Sums } from "./sums";

/** Green is for paid and nothing else. */
const TONES: Record<RowGroup, string> = {
  paid: "bg-success",
  in_progress: "bg-primary",
  unknown: "bg-warning",
  check: "bg-warning",
  held: "bg-warning",
  failed: "bg-destructive",
  closed: "bg-muted-foreground",
  waiting: "bg-border-strong",
  not_sent: "bg-border-strong",
};
/** Shown with nothing in them, too. */
const ALWAYS: readonly RowGroup[] = ["paid", "in_progress", "unknown", "failed", "waiting"];

/** How many rows are where, and how much: one bar, and a figure for each part of it. */
export function GroupFigures({ groups }: { groups: GroupSums }) {
  const t = useTranslations("batches.rows");
  const shown = ROW_GROUPS.filter((group) => groups[group] || ALWAYS.includes(group));
  const all = ROW_GROUPS.reduce((sum, group) => sum + (groups[group]?.count ?? 0), 0);
  return (
    <>
      <div aria-hidden className="flex h-2.5 w-full gap-px overflow-hidden rounded-full bg-muted">
        {shown.map((group) => {
          const count = groups[group]?.count ?? 0;
          if (count === 0 || group === "waiting") return null;
          return (
            <span key={group} className={TONES[group]} style={{ width: `${(count / Math.max(all, 1)) * 100}%` }} />
          );
        })}
      </div>
      <dl className="-mx-4 -mb-3.5 grid grid-cols-2 border-t border-border sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
        {shown.map((group) => (
          <div key={group} className="border-border px-4 py-2.5 max-sm:border-b sm:border-l sm:first:border-l-0">
            <dt className="flex items-center gap-1.5 text-xs text-muted-foreground">
              <span aria-hidden className={cn("size-2 rounded-xs", TONES[group])} />
              {t(`groups.${group}`)}
            </dt>
            <dd className="text-lg font-semibold figures">{groups[group]?.count ?? 0}</dd>
            <dd className="grid text-xs text-muted-foreground">
              <Sums sums={groups[group]?.sums ?? []} isStacked />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
