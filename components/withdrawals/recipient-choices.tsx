"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useDebounced } from "@/components/forms/use-debounced";
import { FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";
import { payeeCache } from "@/lib/payees/cache";
import { withdrawalCache } from "@/lib/withdrawals/cache";
import type { RecipientSearch } from "@/lib/withdrawals/earlier-payouts";
import { type Choosable, choosablePayee, choosablePayout } from "./choosable";

type Props = {
  environment: Environment;
  currency: string;
  /** From where: the payee book, or earlier payouts. Where a search finds nothing there, the other is searched. */
  from: "saved" | "recent";
  /** The choice whose account stands in the form. */
  picked: string | null;
  /** Why the recipient needs a correction; null where it needs none. */
  problem: string | null;
  onPick: (recipient: Choosable) => void;
  onNew: () => void;
};

/** As tall as two rows of choices, so that what is found moves nothing below it. */
const CHOICE = "min-h-18.5 min-w-0 rounded-lg border px-2.75 py-1.75 text-left text-sm";

/** Payees of the book, or accounts that were paid before: to be picked, or found by typing. */
export function RecipientChoices({ environment, currency, from, picked, problem, onPick, onNew }: Props) {
  const t = useTranslations("withdrawals.recipients");
  const id = useId();
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim());
  const asked = { currency, search };
  const elsewhere = from === "saved" ? "recent" : "saved";
  const chosen = useSource(environment, from, asked, true);
  // Who pays does not have to know whether the recipient is in the book.
  const isNone = search !== "" && chosen.data?.length === 0;
  const other = useSource(environment, elsewhere, asked, isNone && !chosen.isPlaceholderData);
  const shown = isNone ? other : chosen;
  const found = shown.data ?? [];
  const isError = chosen.isError || (isNone && other.isError);
  const isFound = isSettled(chosen) && isSettled(shown) && search === typed.trim();
  const isOfOther = isNone && found.length > 0;

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
          aria-invalid={problem !== null || undefined}
          aria-describedby={`${id}-problem`}
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
            if (only?.isPayable && others.length === 0 && isFound && !isComposing) onPick(only);
          }}
        />
      </div>
      <FieldError id={`${id}-problem`}>{problem}</FieldError>
      <p
        role="status"
        className={cn(
          "text-xs text-muted-foreground",
          !isError && found.length > 0 && !isOfOther ? "sr-only" : "min-h-4",
        )}
      >
        {isError && t("unavailable")}
        {!isError &&
          isFound &&
          (isOfOther
            ? t("foundElsewhere", { from: t(from), elsewhere: t(elsewhere), count: found.length })
            : t("found", { count: found.length }))}
      </p>
      <ul aria-label={t("list")} className="grid grid-cols-2 gap-2 lg:grid-cols-3 wide:grid-cols-4">
        {found.map((one) => (
          <li key={one.key} className="grid min-w-0">
            <Choice choice={one} isPicked={one.key === picked} onPick={() => onPick(one)} />
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

type Source = Props["from"];

function useSource(environment: Environment, from: Source, asked: RecipientSearch, isAsked: boolean) {
  const saved = useQuery({
    ...payeeCache.payable(environment, asked),
    select: (view) => view.found.map(choosablePayee),
    ...{ placeholderData: keepPreviousData, enabled: isAsked && from === "saved" },
  });
  const recent = useQuery({
    ...withdrawalCache.recentRecipients(environment, asked),
    select: (view) => view.found.map(choosablePayout),
    ...{ placeholderData: keepPreviousData, enabled: isAsked && from === "recent" },
  });
  return from === "saved" ? saved : recent;
}

const isSettled = ({ data, isPlaceholderData }: { data: Choosable[] | undefined; isPlaceholderData: boolean }) =>
  data !== undefined && !isPlaceholderData;

type ChoiceProps = { choice: Choosable; isPicked: boolean; onPick: () => void };

function Choice({ choice, isPicked, onPick }: ChoiceProps) {
  const t = useTranslations("withdrawals.recipients");
  const { recipient, paid, isPayable, payee } = choice;
  const { destinationName, destinationBranchName, destinationAccount, destinationAccountName, masked } = recipient;
  // Whole in the form once it is picked; the end is enough to tell two apart.
  const end = masked ? destinationAccount : `•••${destinationAccount.slice(-4)}`;
  const isNew = payee !== null && payee.newUntil !== null;
  const words = isPayable
    ? t(isNew ? "isNew" : "paid", { count: paid })
    : t("blocked", { status: payee?.status ?? "" });
  return (
    <button
      type="button"
      disabled={!isPayable}
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
      <span className={cn("block text-xs", isNew || paid === 0 ? "text-warning" : "text-muted-foreground")}>
        {words}
      </span>
    </button>
  );
}
