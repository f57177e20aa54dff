"use client";

import { ArrowLeftRight, History, Languages, Search, SunMoon } from "lucide-react";
import type { Route } from "next";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { SectionIcon } from "@/components/navigation/section-icon";
import { useNavigate } from "@/components/navigation/use-navigate";
import { chooseTheme, keepPreference } from "@/components/preferences/preference";
import { recentOf } from "@/components/preferences/recent";
import { THEMES } from "@/components/preferences/theme";
import { HitLine } from "@/components/search/hit-line";
import { hitPath, searchPath } from "@/components/search/search-path";
import { useSuggested } from "@/components/search/use-suggested";
import { SettingIcon } from "@/components/settings/setting-icon";
import { Command, CommandDialog, CommandGroup, CommandInput, CommandItem, CommandList } from "@/components/ui/command";
import { useRefresh } from "@/components/use-refresh";
import type { Role } from "@/lib/auth/permissions";
import type { Environment } from "@/lib/environment";
import { colon } from "@/lib/i18n/list-text";
import { LANGUAGES, LOCALE_COOKIE } from "@/lib/i18n/locale";
import { commandsFor, recentPath } from "./commands";
import { matching } from "./match";
import { settingsFound } from "./settings-found";
import { useSettingWords } from "./use-setting-words";

/** The first option is what Enter takes. */
const GROUPS = ["recent", "go", "held", "find", "settings", "change"] as const;

type Group = (typeof GROUPS)[number];
type Option = { key: string; text: ReactNode; icon: ReactNode; take: () => void };

/** What was typed before the palette's code came, and whether Enter was pressed after it. */
export type EarlyText = { text: string; isEntered: boolean };

type Props = {
  environment: Environment;
  offered: Environment[];
  user: { id: string; role: Role };
  early: EarlyText;
  /** Has the focus again when this is closed. */
  returnTo: HTMLElement | null;
  onClose: () => void;
};

/** One line for everything: go somewhere, find something, start something. Nothing is ever sent from here. */
export function Palette({ environment, offered, user, early, returnTo, onClose }: Props) {
  const t = useTranslations("palette");
  const limits = useTranslations("search.limits");
  const shell = useTranslations("shell");
  const sections = useTranslations("sections");
  const locale = useLocale();
  const language = locale === "ja" ? "en" : "ja";
  const navigate = useNavigate();
  const refresh = useRefresh();
  const [text, setText] = useState(early.text);
  // Never a text that an input method has not finished with.
  const [query, setQuery] = useState(early.text);
  const isComposing = useRef(false);
  const [chosen, setChosen] = useState("");
  // Enter was pressed before the first option was known: that is opened when it comes.
  const [isEntered, setIsEntered] = useState(early.isEntered && early.text.trim() !== "");
  const { hits, limit, isError, isWaiting, isSettled } = useSuggested(environment, query);
  const settingWords = useSettingWords(environment);
  const wanted = query.trim();
  // "No results" alone would say of a name that was not searched that no order has it.
  const unsearched = isSettled && hits.length === 0 ? limit : null;

  function search(typed: string) {
    setQuery(typed);
    setChosen("");
  }

  const goTo =
    <Path extends string>(path: Route<Path>) =>
    () => {
      onClose();
      navigate.push(path);
    };

  const changes = [
    ...offered
      .filter((other) => other !== environment)
      .map((other) => ({
        key: `in-${other}`,
        text: t("goTo", { environment: shell(other) }),
        icon: <ArrowLeftRight aria-hidden />,
        also: other,
        take: goTo(`/${other}`),
      })),
    {
      key: "language",
      text: LANGUAGES[language],
      icon: <Languages aria-hidden />,
      also: language === "en" ? "language 言語" : "language japanese",
      take: () => {
        onClose();
        keepPreference(LOCALE_COOKIE, language);
        refresh();
      },
    },
    ...THEMES.map((theme) => ({
      key: `theme-${theme}`,
      text: `${shell("theme")}${colon(locale)}${shell(`themes.${theme}`)}`,
      icon: <SunMoon aria-hidden />,
      also: `theme ${theme}`,
      take: () => {
        onClose();
        chooseTheme(theme);
      },
    })),
  ];
  const commands = commandsFor(environment, user.role, { t, sections }).map(({ path, section, ...command }) => ({
    ...command,
    icon: <SectionIcon name={section} />,
    take: goTo(path),
  }));
  const { byTitle, byTopic } = settingsFound(environment, user.role, { words: settingWords.words, locale, wanted });
  const settingOption = ({ name, text: title, path }: (typeof byTitle)[number]) => ({
    key: `setting-${name}`,
    text: title,
    icon: <SettingIcon name={name} className="size-4 shrink-0" />,
    take: goTo(path),
  });
  const recent = wanted === "" ? recentOf(user.id, environment) : [];
  const waiting = {
    key: "waiting",
    text: t("searching"),
    icon: <Search aria-hidden />,
    take: () => setIsEntered(true),
  };
  const everywhere = {
    key: "find",
    text: t("find", { q: wanted }),
    icon: <Search aria-hidden />,
    take: goTo(searchPath(environment, wanted)),
  };
  const grouped: Record<Group, Option[]> = {
    recent: recent.map((seen) => ({
      key: `recent-${seen.kind}-${seen.id}`,
      text: <span className="font-mono text-xs">{seen.id}</span>,
      icon: <History aria-hidden />,
      take: goTo(recentPath(environment, seen)),
    })),
    go: [...matching(commands, wanted), ...byTitle.map(settingOption)],
    held:
      isWaiting || (wanted !== "" && settingWords.isLoading)
        ? [waiting]
        : hits.map(({ key, hit }) => ({
            key,
            text: <HitLine hit={hit} />,
            icon: <SectionIcon name={hit.kind === "order" ? "transactions" : "players"} />,
            take: goTo(hitPath(environment, hit)),
          })),
    settings: byTopic.map(settingOption),
    find: wanted === "" ? [] : [everywhere],
    change: matching(changes, wanted),
  };
  const options = GROUPS.flatMap((group) => grouped[group]);
  const first = options[0];
  const active = options.some(({ key }) => key === chosen) ? chosen : (first?.key ?? "");
  const enter = useEffectEvent(() => first?.take());
  useEffect(() => {
    if (isEntered && first?.key !== "waiting") enter();
  }, [isEntered, first?.key]);
  return (
    <CommandDialog title={t("title")} finalFocus={() => returnTo} onClose={onClose}>
      <Command label={t("label")} value={active} onValueChange={setChosen} onKeyDown={() => setIsEntered(false)}>
        <CommandInput
          ref={focusNow}
          value={text}
          placeholder={t("placeholder")}
          onValueChange={(typed) => {
            setText(typed);
            setIsEntered(false);
            if (!isComposing.current) search(typed);
          }}
          onCompositionStart={() => {
            isComposing.current = true;
          }}
          onCompositionEnd={({ currentTarget }) => {
            isComposing.current = false;
            search(currentTarget.value);
          }}
        />
        <CommandList label={t("list")}>
          {GROUPS.filter((group) => grouped[group].length > 0).map((group) => (
            <CommandGroup key={group} heading={t(`groups.${group}`)}>
              {grouped[group].map(({ key, text: drawn, icon, take }) => (
                <CommandItem key={key} value={key} onSelect={take}>
                  {icon}
                  <span className="min-w-0 flex-1">{drawn}</span>
                </CommandItem>
              ))}
            </CommandGroup>
          ))}
        </CommandList>
        <p className="border-t border-border px-4 py-2 text-xs text-subtle-foreground">{t("foot")}</p>
        <p
          role="status"
          className={
            isError || unsearched ? "border-t border-border px-4 py-2 text-sm text-muted-foreground" : "sr-only"
          }
        >
          {isError && t("unavailable")}
          {isSettled && t("status", { count: hits.length })}
          {unsearched && <span className="block">{limits(unsearched)}</span>}
        </p>
      </Command>
    </CommandDialog>
  );
}

/** In the very moment in which the line is there: in between, a key would reach the page below. */
function focusNow(line: HTMLInputElement | null) {
  line?.focus();
  line?.setSelectionRange(line.value.length, line.value.length);
}
