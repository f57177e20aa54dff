"use client";

import { Dialog } from "@base-ui/react/dialog";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { chooseTheme, keepPreference } from "@/components/preferences/preference";
import { recentOf } from "@/components/preferences/recent";
import { THEMES } from "@/components/preferences/theme";
import { HitLine } from "@/components/search/hit-line";
import { hitPath, searchPath } from "@/components/search/search-path";
import { useSuggested } from "@/components/search/use-suggested";
import { OPTION } from "@/components/ui/suggest-input";
import { useCombobox } from "@/components/ui/use-combobox";
import type { Role } from "@/lib/auth/permissions";
import type { Environment } from "@/lib/environment";
import { LOCALE_COOKIE, type Locale } from "@/lib/i18n/locale";
import { commandsFor, recentPath } from "./commands";
import type { EarlyText } from "./early-input";
import { matching } from "./match";

type Group = "find" | "held" | "recent" | "go" | "change";
type Option = { key: string; group: Group; drawn: ReactNode; take: () => void };

type Props = {
  environment: Environment;
  offered: Environment[];
  person: { id: string; role: Role };
  /** What was entered while this was on its way; null once it was taken. */
  takeEarly: () => EarlyText | null;
  /** Has the focus again when this is closed. */
  returnTo: HTMLElement | null;
  onClose: () => void;
};

/** One line for everything: go somewhere, find something, start something. Nothing is ever sent from here. */
export function Palette({ environment, offered, person, takeEarly, returnTo, onClose }: Props) {
  const t = useTranslations("palette");
  const shell = useTranslations("shell");
  const sections = useTranslations("sections");
  const locale = useLocale();
  const router = useRouter();
  const [text, setText] = useState("");
  const [isEntered, setIsEntered] = useState(false);
  const { hits, isError, isSettled } = useSuggested(environment, text);
  const wanted = text.trim();

  const goTo =
    <Path extends string>(path: Route<Path>) =>
    () => {
      onClose();
      router.push(path);
    };
  const speak = (language: Locale) => () => {
    onClose();
    keepPreference(LOCALE_COOKIE, language);
    router.refresh();
  };

  const changes = [
    ...offered
      .filter((other) => other !== environment)
      .map((other) => ({
        key: `in-${other}`,
        text: t("goTo", { environment: shell(other) }),
        also: other,
        take: goTo(`/${other}`),
      })),
    locale === "ja"
      ? { key: "english", text: "English", also: "language 言語", take: speak("en") }
      : { key: "japanese", text: "日本語", also: "language japanese", take: speak("ja") },
    ...THEMES.map((theme) => ({
      key: `theme-${theme}`,
      text: `${shell("theme")}: ${shell(`themes.${theme}`)}`,
      also: `theme ${theme}`,
      take: () => {
        onClose();
        chooseTheme(theme);
      },
    })),
  ];
  const commands = commandsFor(environment, person.role, { t, sections }).map(({ path, ...command }) => ({
    ...command,
    take: goTo(path),
  }));
  const recent = wanted === "" ? recentOf(person.id, environment) : [];
  const options: Option[] = [
    ...recent.map((seen) => ({
      key: `recent-${seen.kind}-${seen.id}`,
      group: "recent" as const,
      drawn: <span className="font-mono text-[12.5px]">{seen.id}</span>,
      take: goTo(recentPath(environment, seen)),
    })),
    ...matching(commands, wanted).map(({ key, text: drawn, take }) => ({ key, group: "go" as const, drawn, take })),
    // It is there as soon as something is typed, and stays where it is while the rest comes.
    ...(wanted === ""
      ? []
      : [
          {
            key: "find",
            group: "find" as const,
            drawn: t("find", { q: wanted }),
            take: goTo(searchPath(environment, wanted)),
          },
        ]),
    ...matching(changes, wanted).map(({ key, text: drawn, take }) => ({ key, group: "change" as const, drawn, take })),
    ...hits.map(({ key, hit }) => ({
      key,
      group: "held" as const,
      drawn: <HitLine hit={hit} />,
      take: goTo(hitPath(environment, hit)),
    })),
  ];
  const box = useCombobox({ options, isPinned: true, onSearch: setText, onPick: ({ take }) => take() });
  // Enter was pressed before this was there: it takes what it would have taken.
  const enter = useEffectEvent(() => options[0]?.take());
  useEffect(() => {
    if (isEntered) enter();
  }, [isEntered]);
  const groups = [...new Set(options.map(({ group }) => group))];
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-20 bg-black/40" />
        <Dialog.Popup
          initialFocus={false}
          finalFocus={() => returnTo}
          className="fixed inset-x-3 top-[8dvh] z-20 mx-auto grid max-h-[80dvh] max-w-150 grid-rows-[auto_minmax(0,1fr)_auto] rounded-[10px] border border-border bg-card"
        >
          <Dialog.Title className="sr-only">{t("title")}</Dialog.Title>
          <input
            {...box.input}
            aria-label={t("label")}
            placeholder={t("placeholder")}
            onChange={({ target }) => box.typed(target.value)}
            ref={focusNow}
            onFocus={({ target }) => {
              const early = takeEarly();
              if (early === null || early.text === "") return;
              target.value += early.text;
              box.typed(target.value);
              setIsEntered(early.isEntered && early.text.trim() !== "");
            }}
            className="min-h-12 w-full border-b border-border bg-transparent px-4 text-base -outline-offset-2 placeholder:text-subtle-foreground"
          />
          <div {...box.list} role="listbox" aria-label={t("list")} className="overflow-y-auto py-1">
            {groups.map((group) => (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of options.
              <div key={group} role="group" aria-label={t(`groups.${group}`)}>
                <p aria-hidden className="px-3 pt-2 pb-0.5 text-xs text-subtle-foreground">
                  {t(`groups.${group}`)}
                </p>
                {options
                  .filter((option) => option.group === group)
                  .map((option) => (
                    <div key={option.key} {...box.option(option)} className={OPTION}>
                      {option.drawn}
                    </div>
                  ))}
              </div>
            ))}
          </div>
          <p className="border-t border-border px-4 py-2 text-xs text-subtle-foreground">{t("foot")}</p>
          <span role="status" className="sr-only">
            {isError && t("unavailable")}
            {isSettled && t("status", { count: hits.length })}
          </span>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** In the very moment in which the line is there: in between, a key would reach the page below. */
const focusNow = (line: HTMLInputElement | null) => line?.focus();
