"use client";

import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Input } from "@/components/ui/input";
import { FilterChip } from "./filter-chip";
import { useListAddress } from "./list-address";

type Option = { value: string; text: string };

type Props = {
  part: string;
  name: string;
  options: Option[];
  /** How many rows of the filtered list have each value. */
  counts?: Record<string, number> | undefined;
};

/** This many can be seen at a glance. */
const GLANCE = 7;

/** One of a few values. */
export function ChoiceFilter({ part, name, options, counts }: Props) {
  const { values } = useListAddress();
  const chosen = values[part] ?? null;
  return (
    <FilterChip name={name} value={options.find(({ value }) => value === chosen)?.text ?? chosen} parts={[part]}>
      {/* Once a value is chosen, the counts of the others are all zero. */}
      {(close) => <Choices {...{ part, options, close }} counts={chosen === null ? counts : undefined} />}
    </FilterChip>
  );
}

function Choices({ part, options, counts, close }: Omit<Props, "name"> & { close: () => void }) {
  const t = useTranslations("list");
  const { values, set } = useListAddress();
  const [typed, setTyped] = useState("");
  const chosen = values[part] ?? null;
  const found = options.filter(({ text }) => text.toLowerCase().includes(typed.trim().toLowerCase()));
  const choose = (value: string) => {
    set({ [part]: value });
    close();
  };
  return (
    <>
      {options.length > GLANCE && (
        <Input
          aria-label={t("searchOptions")}
          placeholder={t("searchOptions")}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={({ key }) => key === "Enter" && found[0] && choose(found[0].value)}
          className="min-h-8 py-0 text-sm"
        />
      )}
      <ul className="grid">
        {found.map(({ value, text }) => (
          <li key={value}>
            <button
              type="button"
              aria-pressed={value === chosen}
              onClick={() => choose(value)}
              className="group flex min-h-8 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-accent aria-pressed:font-semibold aria-pressed:text-primary pointer-coarse:min-h-10"
            >
              <Check aria-hidden className="size-3.5 shrink-0 opacity-0 group-aria-pressed:opacity-100" />
              <span className="flex-1">{text}</span>
              {counts && (
                <span aria-hidden className="figures pl-4 text-xs text-subtle-foreground">
                  {t("countOf", { count: counts[value] ?? 0 })}
                </span>
              )}
            </button>
          </li>
        ))}
        {found.length === 0 && <li className="px-2 py-1.5 text-muted-foreground">{t("noOption")}</li>}
      </ul>
    </>
  );
}
