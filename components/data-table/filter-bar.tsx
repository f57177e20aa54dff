"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
import { buttonVariants } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { JustAdded } from "./filter-chip";
import { type Find, FindField } from "./find-field";
import { ListLink, useListAddress } from "./list-address";

export type Facet = {
  name: string;
  /** The parts of the address that it sets. */
  parts: readonly string[];
  /** Always shown; any other waits behind the menu until it is set. */
  isFirst?: boolean;
  filter: ReactNode;
};

/** The filters in one line: the find field, the usual ones and those that are set, and a menu of the others. */
export function FilterBar({ find, facets, isNarrow }: { find: Find; facets: Facet[]; isNarrow: boolean }) {
  const t = useTranslations("list");
  const { values } = useListAddress();
  const [added, setAdded] = useState<string | null>(null);
  const more = useId();
  /** The focus was on the filter that leaves. */
  const close = () => {
    setAdded(null);
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.getElementById(more)?.focus();
    });
  };
  const filtered = [find.part, ...facets.flatMap(({ parts }) => parts)].filter((part) => values[part]);
  const isSet = ({ parts }: Facet) => parts.some((part) => values[part]);
  const shown = facets.filter((facet) => isSet(facet) || (facet.isFirst && !isNarrow) || facet.name === added);
  const others = facets.filter((facet) => !shown.includes(facet));
  return (
    <div className="flex min-w-0 max-w-full flex-1 items-center gap-2 pb-1 max-md:overflow-x-auto md:flex-wrap">
      <FindField {...find} />
      {shown.map(({ name, filter }) => (
        <JustAdded key={name} value={name === added ? { onClose: close } : null}>
          {filter}
        </JustAdded>
      ))}
      {others.length > 0 && <MoreFilters id={more} names={others.map(({ name }) => name)} onChoose={setAdded} />}
      {filtered.length > 0 && (
        <ListLink
          to={Object.fromEntries(filtered.map((part) => [part, null]))}
          className={buttonVariants({ size: "small", variant: "ghost" })}
        >
          {t("reset")}
        </ListLink>
      )}
    </div>
  );
}

type MoreProps = { id: string; names: string[]; onChoose: (name: string) => void };

function MoreFilters({ id, names, onChoose }: MoreProps) {
  const t = useTranslations("list");
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger
        id={id}
        className="inline-flex min-h-7 shrink-0 items-center gap-1.5 rounded-md border border-border-strong border-dashed px-2.5 text-xs text-muted-foreground hover:text-foreground pointer-coarse:min-h-10"
      >
        <Plus aria-hidden className="size-3.5" />
        {t("addFilter")}
      </PopoverTrigger>
      <PopoverContent aria-label={t("addFilter")} className="gap-0 p-1">
        {names.map((name) => (
          <button
            key={name}
            type="button"
            onClick={() => {
              setOpen(false);
              onChoose(name);
            }}
            className="min-h-8 rounded-md px-2.5 text-left hover:bg-accent pointer-coarse:min-h-10"
          >
            {name}
          </button>
        ))}
      </PopoverContent>
    </Popover>
  );
}
