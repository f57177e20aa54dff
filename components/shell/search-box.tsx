"use client";

import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import Form from "next/form";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { hitPath } from "@/components/search/search-path";
import { useSuggested } from "@/components/search/use-suggested";
import { OPTION } from "@/components/ui/suggest-input";
import { useCombobox } from "@/components/ui/use-combobox";
import type { Environment } from "@/lib/environment";

// Nothing is drawn before something was typed.
const HitLine = dynamic(async () => (await import("@/components/search/hit-line")).HitLine, { loading: () => null });

/** The global search. A plain form, so that it works before hydration. */
export function SearchBox({ environment }: { environment: Environment }) {
  const t = useTranslations("shell");
  const words = useTranslations("search.box");
  const router = useRouter();
  const [text, setText] = useState("");
  const { hits, isError, isSettled } = useSuggested(environment, text);
  const box = useCombobox({
    options: hits,
    onSearch: setText,
    onPick: ({ hit }) => router.push(hitPath(environment, hit)),
  });
  return (
    <Form action={`/${environment}/search`} role="search" className="relative min-w-0 max-w-130 flex-1">
      <Search aria-hidden className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-subtle-foreground" />
      <input
        {...box.input}
        id="search-box"
        name="q"
        type="search"
        required
        aria-label={t("searchLabel")}
        placeholder={t("search")}
        enterKeyHint="search"
        onChange={({ target }) => box.typed(target.value)}
        className="min-h-8.5 w-full truncate rounded-lg border border-input bg-card pr-2 pl-8.5 placeholder:text-subtle-foreground pointer-coarse:min-h-11 pointer-coarse:text-base"
      />
      <button type="submit" className="sr-only">
        {t("searchSubmit")}
      </button>
      <div
        {...box.list}
        role="listbox"
        aria-label={words("list")}
        hidden={!box.isShown}
        className="absolute top-full left-0 z-20 mt-1 max-h-[70dvh] w-[min(34rem,calc(100vw-2rem))] overflow-y-auto rounded-lg border border-border-strong bg-card py-1 shadow-lg"
      >
        {box.isShown &&
          hits.map((option) => (
            <div key={option.key} {...box.option(option)} className={OPTION}>
              <HitLine hit={option.hit} />
            </div>
          ))}
      </div>
      <span role="status" className="sr-only">
        {box.isOpen && isError && words("unavailable")}
        {box.isOpen && isSettled && words("status", { count: hits.length })}
      </span>
    </Form>
  );
}
