import { Search } from "lucide-react";
import Form from "next/form";
import { useTranslations } from "next-intl";
import type { Environment } from "@/lib/environment";

/** Takes the ID that somebody has in hand to the page that looks it up. Works before the page can react, too. */
export function SearchBox({ environment }: { environment: Environment }) {
  const t = useTranslations("shell");
  return (
    <Form action={`/${environment}/transactions`} role="search" className="relative min-w-0 max-w-130 flex-1">
      <Search aria-hidden className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3" />
      <input
        name="id"
        type="search"
        required
        aria-label={t("searchLabel")}
        placeholder={t("search")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        className="min-h-8.5 w-full truncate rounded-lg border border-edge bg-surface pr-2 pl-8.5 placeholder:text-ink-3 pointer-coarse:min-h-11 pointer-coarse:text-base"
      />
      <button type="submit" className="sr-only">
        {t("searchSubmit")}
      </button>
    </Form>
  );
}
