"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type KeyboardEventHandler, startTransition, useEffect, useEffectEvent, useRef, useState } from "react";
import { SuggestField } from "@/components/forms/suggest-field";
import type { bankCache } from "@/lib/banks/cache";
import type { DirectoryEntry } from "@/lib/banks/schema";
import { filledAfter } from "./code-to-fill";
import { DirectoryName } from "./directory-name";

type Props = {
  name: string;
  label: string;
  hint: string;
  listLabel: string;
  problem: string | undefined;
  value: string;
  /** How many digits make a code. */
  digits: number;
  search: (typed: string) => ReturnType<typeof bankCache.banks>;
  /** A branch cannot be searched before its bank is known. */
  isSearchable?: boolean;
  /** What is said of a code that the directory does not have. */
  unknown: (code: string, asOf: string) => string;
  onType: (value: string) => void;
  /** A person picked it, or typed its whole code. */
  onPick: (entry: DirectoryEntry) => void;
  /** The directory has the code that stands here. */
  onListed: (entry: DirectoryEntry) => void;
  /** Whether the code has its name already. */
  isNamed: boolean;
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>;
};

/** A code of the Japanese bank directory, typed straight in or found by name. The directory advises, never blocks. */
export function DirectoryField(props: Props) {
  const { name, label, hint, listLabel, problem, value, digits, search, isSearchable = true } = props;
  const { unknown, onType, onPick, onListed, isNamed, onKeyDown } = props;
  const t = useTranslations("withdrawals.directory");
  const [searched, setSearched] = useState(value);
  // What was put in from outside, by a button or the converter, is the search term from then on.
  const [own, setOwn] = useState(value);
  if (value !== own) {
    setOwn(value);
    setSearched(value);
  }
  const code = searched.normalize("NFKC").trim();
  const isCode = new RegExp(`^\\d{${digits}}$`).test(code);
  const options = search(code);
  const { data, isError, isFetching } = useQuery({ ...options, enabled: isSearchable && code !== "" });
  const found = code === "" ? [] : (data?.found ?? []);
  const exact = isCode ? found.find((entry) => entry.code === code) : undefined;

  // A name that was corrected by hand stays, until another code or another bank is asked for.
  const asked = JSON.stringify(options.queryKey);
  const filled = useRef(isNamed ? asked : "");
  const fill = useEffectEvent(onListed);
  useEffect(() => {
    const before = filled.current;
    filled.current = filledAfter(before, asked, exact !== undefined);
    if (exact && before !== asked) fill(exact);
  }, [exact, asked]);

  function words() {
    if (isError) return t("unavailable");
    if (isCode && data && !exact) return unknown(code, data.asOf);
    return null;
  }

  return (
    <SuggestField
      name={name}
      label={label}
      hint={hint}
      problem={problem}
      doubt={words()}
      value={value}
      listLabel={listLabel}
      status={isFetching ? "" : t("found", { count: found.length })}
      suggestions={
        exact
          ? []
          : found.map((entry) => ({
              key: entry.code,
              label: <DirectoryName {...entry} />,
              pick: () => {
                setSearched(entry.code);
                onPick(entry);
              },
            }))
      }
      onType={(text) => {
        setOwn(text);
        onType(text);
      }}
      onSearch={(text) => startTransition(() => setSearched(text))}
      {...(onKeyDown && { onKeyDown })}
    />
  );
}
