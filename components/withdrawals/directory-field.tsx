"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { FormField } from "@/components/form-field";
import { SuggestInput } from "@/components/ui/suggest-input";
import type { bankCache } from "@/lib/banks/cache";
import type { DirectoryEntry } from "@/lib/banks/schema";

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
  /** A branch cannot be looked for before its bank is known. */
  isSearchable?: boolean;
  /** What is said of a code that the directory does not have. */
  unknown: (code: string, asOf: string) => string;
  onType: (value: string) => void;
  /** A person picked it, or typed its whole code. */
  onPick: (entry: DirectoryEntry) => void;
};

/** A code of the Japanese bank directory, typed straight in or found by name. The directory advises, never blocks. */
export function DirectoryField(props: Props) {
  const { name, label, hint, listLabel, problem, value, digits, search, isSearchable = true } = props;
  const { unknown, onType, onPick } = props;
  const t = useTranslations("withdrawals.directory");
  const [sought, setSought] = useState(value);
  const code = sought.normalize("NFKC").trim();
  const isCode = new RegExp(`^\\d{${digits}}$`).test(code);
  const options = search(code);
  const { data, isError, isFetching } = useQuery({ ...options, enabled: isSearchable && code !== "" });
  const found = code === "" ? [] : (data?.found ?? []);
  const exact = isCode ? found.find((entry) => entry.code === code) : undefined;

  // A name that was corrected by hand stays, until another code or another bank is asked for.
  const asked = JSON.stringify(options.queryKey);
  const filled = useRef(asked);
  const fill = useEffectEvent(onPick);
  useEffect(() => {
    if (!exact || filled.current === asked) return;
    filled.current = asked;
    fill(exact);
  }, [exact, asked]);

  function words() {
    if (isError) return t("unavailable");
    if (isCode && data && !exact) return unknown(code, data.asOf);
    return null;
  }

  return (
    <FormField
      name={name}
      label={label}
      problem={problem}
      hint={
        <>
          {hint}
          <span role="status" className="block font-medium text-watch">
            {words()}
          </span>
        </>
      }
    >
      {(control) => (
        <SuggestInput
          {...control}
          required
          kind="code"
          value={value}
          listLabel={listLabel}
          status={isFetching ? "" : t("found", { count: found.length })}
          suggestions={exact ? [] : found.map((entry) => ({ ...entry, key: entry.code, label: <Entry {...entry} /> }))}
          onType={onType}
          onSearch={setSought}
          onPick={(entry) => {
            setSought(entry.code);
            onPick(entry);
          }}
        />
      )}
    </FormField>
  );
}

function Entry({ code, name }: DirectoryEntry) {
  return (
    <>
      <span className="mr-1 font-mono text-[12.5px] text-ink-2">{code}</span> <span lang="ja">{name}</span>
    </>
  );
}
