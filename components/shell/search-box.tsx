"use client";

import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import Form from "next/form";
import { useTranslations } from "next-intl";
import { startTransition, useState, useSyncExternalStore } from "react";
import { SuggestInput } from "@/components/forms/suggest-input";
import { loadPart } from "@/components/load-part";
import { useNavigate } from "@/components/navigation/use-navigate";
import { hitPath } from "@/components/search/search-path";
import { useSuggested } from "@/components/search/use-suggested";
import type { Environment } from "@/lib/environment";

// Nothing is drawn before something was typed.
const HitLine = dynamic(() => loadPart(async () => (await import("@/components/search/hit-line")).HitLine), {
  loading: () => null,
});

/** The global search. A plain form, so that it works before hydration. */
export function SearchBox({ environment }: { environment: Environment }) {
  const t = useTranslations("shell");
  const words = useTranslations("search.box");
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [searched, setSearched] = useState("");
  const { hits, isError, isWaiting, isSettled } = useSuggested(environment, searched);
  return (
    <Form action={`/${environment}/search`} role="search" className="relative min-w-0 max-w-105 flex-1">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 z-1 size-4 -translate-y-1/2 text-subtle-foreground"
      />
      <SuggestInput
        id="search-box"
        name="q"
        type="search"
        required
        aria-label={t("searchLabel")}
        placeholder={t("search")}
        enterKeyHint="search"
        className="min-h-7.5 border-border-strong py-1 pr-16 pl-8.5 text-sm truncate pointer-coarse:min-h-9"
        value={text}
        // Those of the text before would turn into others under the mark.
        suggestions={(isWaiting ? [] : hits).map(({ key, hit }) => ({
          key,
          label: <HitLine hit={hit} />,
          pick: () => navigate.push(hitPath(environment, hit)),
        }))}
        listLabel={words("list")}
        status={isSettled && words("status", { count: hits.length })}
        failure={isError ? words("unavailable") : null}
        onType={setText}
        onSearch={(typed) => startTransition(() => setSearched(typed))}
      />
      <kbd
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-1.75 -translate-y-1/2 rounded-sm border border-border-strong bg-background px-1 font-mono text-2xs text-muted-foreground"
      >
        {usePaletteKey()}
      </kbd>
      <button type="submit" className="sr-only">
        {t("searchSubmit")}
      </button>
    </Form>
  );
}

const never = () => () => {};

/** The key of the palette as this machine writes it; the server does not know the machine. */
const usePaletteKey = () =>
  useSyncExternalStore(
    never,
    () => (/mac|iphone|ipad/i.test(navigator.platform) ? "⌘K" : "Ctrl K"),
    () => "Ctrl K",
  );
