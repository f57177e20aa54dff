"use client";

import { Check } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Input } from "@/components/ui/input";
import { isConverting } from "@/components/ui/is-converting";
import { listText } from "@/lib/i18n/list-text";
import { VALUE_SEPARATOR } from "@/lib/list/page";
import { FilterChip } from "./filter-chip";
import { useListAddress } from "./list-address";
import { type Option, optionsWith } from "./options-with";

type Props = {
  part: string;
  name: string;
  options: Option[];
  /** How many rows have each value, whichever of them is chosen; null where they are too many to count. */
  counts?: Record<string, number> | null | undefined;
  /** One value at a time. */
  isSingle?: boolean;
  /** The value that holds where the address has none. */
  assumed?: string | null;
  /** What depends on the value: parts of the address that go with it, and what another value changes. */
  depending?:
    | { parts: readonly string[]; changed: (value: string) => Readonly<Record<string, string | null>> }
    | undefined;
};

/** This many can be seen at a glance. */
const GLANCE = 7;

/** One or several of a few values. */
export function ChoiceFilter({ part, name, options, counts, isSingle = false, assumed, depending }: Props) {
  const locale = useLocale();
  const { values } = useListAddress();
  const chosen = (values[part] ?? assumed)?.split(VALUE_SEPARATOR) ?? [];
  const texts = chosen.map((one) => options.find(({ value }) => value === one)?.text ?? one);
  // Of one value alone the others are not counted once it is chosen.
  const shown = isSingle && chosen.length > 0 ? null : counts;
  return (
    <FilterChip
      name={name}
      value={texts.length > 0 ? listText(texts, locale) : null}
      parts={[part, ...(depending?.parts ?? [])]}
    >
      {(close) => <Choices {...{ part, options, isSingle, chosen, depending, close }} counts={shown} />}
    </FilterChip>
  );
}

type ChoicesProps = Omit<Props, "name" | "assumed"> & { chosen: string[]; close: () => void };

function Choices({ part, options, counts, isSingle, chosen, depending, close }: ChoicesProps) {
  const t = useTranslations("list");
  const { set } = useListAddress();
  const [typed, setTyped] = useState("");
  const found = optionsWith(options, typed);
  const choose = (pressed: string) => {
    if (isSingle) {
      set({ ...depending?.changed(pressed), [part]: pressed });
      return close();
    }
    const isNow = (value: string) => (value === pressed ? !chosen.includes(value) : chosen.includes(value));
    const next = options.map(({ value }) => value).filter(isNow);
    set({ [part]: next.join(VALUE_SEPARATOR) });
  };
  return (
    <>
      {options.length > GLANCE && (
        <Input
          aria-label={t("searchOptions")}
          placeholder={t("searchOptions")}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => event.key === "Enter" && !isConverting(event) && found[0] && choose(found[0].value)}
          className="min-h-8 py-0 text-sm"
        />
      )}
      <ul className="grid">
        {found.map(({ value, text, code }) => (
          <li key={value}>
            <button
              type="button"
              aria-pressed={chosen.includes(value)}
              onClick={() => choose(value)}
              className="group flex min-h-8 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-accent aria-pressed:font-semibold aria-pressed:text-primary pointer-coarse:min-h-10"
            >
              <Check aria-hidden className="size-3.5 shrink-0 opacity-0 group-aria-pressed:opacity-100" />
              <span className="flex-1">{text}</span>
              {code && <span className="font-mono text-xs font-normal text-subtle-foreground">{code}</span>}
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
