"use client";

import { Users } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { ListLink, onlyValues, useListAddress } from "@/components/data-table/list-address";
import { loadPart } from "@/components/load-part";
import { Count } from "@/components/ui/count";
import { useFocusAfter } from "@/components/use-focus-after";
import type { Environment } from "@/lib/environment";
import type { ViewList } from "@/lib/views/lists";
import type { ViewShown } from "@/lib/views/schema";

// A list without a filter has nothing to keep or to change.
const ChangeView = dynamic(() => loadPart(async () => (await import("./change-view")).ChangeView), {
  loading: () => null,
});
const SaveView = dynamic(() => loadPart(async () => (await import("./save-view")).SaveView), { loading: () => null });

type Props = {
  environment: Environment;
  list: ViewList;
  /** What the list shows, as a view of it is saved. */
  filter: string;
  /** What every reader of the list can show, the whole list first. `toDo`: how many there wait for a person. */
  shown: { name: string; text: string; toDo?: number }[];
  views: ViewShown[];
  mayKeep: boolean;
};

/** The saved views as tabs: built-in ones, one's own, and those that others share. */
export function ViewTabs({ environment, list, filter, shown, views, mayKeep }: Props) {
  const t = useTranslations("views");
  const { values } = useListAddress();
  const parts = Object.keys(values);
  const usual = shown.map((one) => ({ ...one, query: one.name === "all" ? "" : `show=${one.name}` }));
  const now = views.filter(({ query }) => query === filter);
  const own = now.find(({ by }) => by === null);
  const changeable = own ?? now.find(({ mayDelete }) => mayDelete);
  // A view that was saved or deleted takes along the button that it was done with.
  const tabs = useFocusAfter<HTMLElement>(changeable?.id ?? "");
  const isUsual = usual.some(({ query }) => query === filter);
  return (
    <div className="mb-3 flex items-center gap-1 border-b border-border">
      <nav ref={tabs} tabIndex={-1} aria-label={t("title")} className="-mb-px flex gap-0.5 overflow-x-auto text-md">
        {usual.map(({ name, text, query, toDo = 0 }) => (
          <ListLink
            key={name}
            to={onlyValues(parts, query)}
            aria-current={query === filter ? "true" : undefined}
            className={TAB}
          >
            {text}
            {toDo > 0 && <Count tone="watch">{toDo}</Count>}
          </ListLink>
        ))}
        {views.map(({ id, name, query, shared, by }) => (
          <ListLink
            key={id}
            to={onlyValues(parts, query)}
            aria-current={query === filter ? "true" : undefined}
            title={shared ? (by === null ? t("shared") : t("sharedBy", { by })) : undefined}
            className={TAB}
          >
            {name}
            {shared && <Users aria-label={t("shared")} className="size-3.5" />}
          </ListLink>
        ))}
      </nav>
      {mayKeep && !isUsual && own === undefined && <SaveView key={filter} {...{ environment, list }} query={filter} />}
      {mayKeep && changeable && <ChangeView key={changeable.id} environment={environment} view={changeable} />}
    </div>
  );
}

const TAB =
  "inline-flex min-h-8.5 items-center gap-1.5 whitespace-nowrap border-b-2 border-transparent px-2.5 text-muted-foreground -outline-offset-2 hover:text-foreground aria-[current=true]:border-primary aria-[current=true]:font-semibold aria-[current=true]:text-foreground pointer-coarse:min-h-11";
