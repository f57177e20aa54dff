"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useDebounced } from "@/components/forms/use-debounced";
import { Input } from "@/components/ui/input";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";
import { withdrawalCache } from "@/lib/withdrawals/cache";
import type { RecentRecipient } from "@/lib/withdrawals/earlier-payouts";

type Props = {
  environment: Environment;
  currency: string;
  /** The payout whose account stands in the form. */
  picked: string | null;
  onPick: (recipient: RecentRecipient) => void;
  onNew: () => void;
};

/** As tall as two rows of choices, so that what is found moves nothing below it. */
const CHOICE = "min-h-18.5 min-w-0 rounded-lg border px-2.75 py-1.75 text-left text-sm";

/** Accounts that were paid before: to be picked, or found by typing. */
export function RecentRecipients({ environment, currency, picked, onPick, onNew }: Props) {
  const t = useTranslations("withdrawals.recipients");
  const id = useId();
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim());
  const { data, isError, isPlaceholderData } = useQuery({
    ...withdrawalCache.recentRecipients(environment, { currency, search }),
    placeholderData: keepPreviousData,
  });
  const found = data?.found ?? [];
  const isFound = data !== undefined && !isPlaceholderData && search === typed.trim();

  return (
    <div className="grid gap-2">
      <div className="relative">
        <label htmlFor={id} className="sr-only">
          {t("find")}
        </label>
        <Search aria-hidden className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-subtle-foreground" />
        <Input
          id={id}
          type="search"
          autoComplete="off"
          spellCheck={false}
          className="pl-8.5"
          placeholder={t("findBy")}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            // Enter must not send the form. It picks where there is nothing to choose from.
            if (event.key !== "Enter") return;
            event.preventDefault();
            const [only, ...others] = found;
            const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
            if (only && others.length === 0 && isFound && !isComposing) onPick(only);
          }}
        />
      </div>
      <p role="status" className={cn("text-xs text-muted-foreground", !isError && found.length > 0 && "sr-only")}>
        {isError ? t("unavailable") : isFound && t("found", { count: found.length })}
      </p>
      <ul aria-label={t("list")} className="grid grid-cols-2 gap-2 lg:grid-cols-4">
        {found.map((one) => (
          <li key={one.referenceId} className="grid min-w-0">
            <Choice recipient={one} isPicked={one.referenceId === picked} onPick={() => onPick(one)} />
          </li>
        ))}
        <li className="grid">
          <button
            type="button"
            onClick={onNew}
            className={cn(
              CHOICE,
              "flex items-center justify-center gap-1.5 border-dashed border-border-strong text-muted-foreground hover:bg-accent hover:text-foreground",
            )}
          >
            <Plus aria-hidden className="size-4" />
            {t("new")}
          </button>
        </li>
      </ul>
    </div>
  );
}

type ChoiceProps = { recipient: RecentRecipient; isPicked: boolean; onPick: () => void };

function Choice({ recipient: { recipient, paid }, isPicked, onPick }: ChoiceProps) {
  const t = useTranslations("withdrawals.recipients");
  const { destinationName, destinationBranchName, destinationAccount, destinationAccountName, masked } = recipient;
  // Whole in the form once it is picked; the end is enough to tell two apart.
  const end = masked ? destinationAccount : `•••${destinationAccount.slice(-4)}`;
  return (
    <button
      type="button"
      // What is masked for the reader cannot be paid by them either.
      disabled={masked}
      aria-pressed={isPicked}
      onClick={onPick}
      className={cn(
        CHOICE,
        "border-border-strong hover:not-disabled:not-aria-pressed:bg-accent aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:ring-1 aria-pressed:ring-primary",
      )}
    >
      <span lang="ja" className="block truncate font-semibold">
        {destinationAccountName}
      </span>
      <span lang="ja" className="flex gap-1 text-xs text-muted-foreground">
        <span className="truncate">{[destinationName, destinationBranchName].filter(Boolean).join(" ")}</span>
        <span className="shrink-0">{end}</span>
      </span>
      <span className={cn("block text-xs", paid === 0 ? "text-warning" : "text-muted-foreground")}>
        {t("paid", { count: paid })}
      </span>
    </button>
  );
}
