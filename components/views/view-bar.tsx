"use client";

import dynamic from "next/dynamic";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { Environment } from "@/lib/environment";
import type { ViewShown } from "@/lib/views/schema";

// A list without a filter has nothing to keep or to change.
const ChangeView = dynamic(async () => (await import("./change-view")).ChangeView, { loading: () => null });
const KeepView = dynamic(async () => (await import("./save-view")).SaveView, { loading: () => null });

type Props = {
  environment: Environment;
  views: ViewShown[];
  /** The filter that is shown, as the address says it. */
  query: string;
  mayKeep: boolean;
};

/** The saved views: one's own, and those that others share. */
export function ViewBar({ environment, views, query, mayKeep }: Props) {
  const t = useTranslations("views");
  const current = views.filter((view) => view.query === query);
  const own = current.find(({ by }) => by === null);
  if (views.length === 0 && query === "") return null;
  return (
    <section aria-label={t("title")} className="mb-3 grid gap-1">
      {views.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {views.map(({ id, name, query: kept, shared, by }) => (
            <li key={id}>
              <Link
                prefetch={false}
                href={`/${environment}/transactions?${kept}`}
                aria-current={kept === query ? "true" : undefined}
                className="inline-flex min-h-7 items-center gap-1.5 rounded-full border border-border-strong px-2.5 text-[13px] text-muted-foreground hover:text-foreground aria-[current=true]:border-primary aria-[current=true]:font-semibold aria-[current=true]:text-foreground pointer-coarse:min-h-9"
              >
                {name}
                {shared && (
                  <span className="font-normal text-xs text-subtle-foreground">{by === null ? t("shared") : by}</span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {mayKeep && query !== "" && own === undefined && <KeepView key={query} environment={environment} query={query} />}
      {mayKeep && own !== undefined && <ChangeView key={own.id} environment={environment} view={own} />}
    </section>
  );
}
