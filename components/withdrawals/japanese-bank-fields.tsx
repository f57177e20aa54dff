"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from "react";
import { TextField } from "@/components/forms/form-field";
import { loadPart } from "@/components/load-part";
import type { FieldProblems } from "@/components/orders/found-problems";
import { Disclosure } from "@/components/ui/disclosure";
import { bankCache } from "@/lib/banks/cache";
import type { Environment } from "@/lib/environment";
import { codeOf, type FormEvent, type FormField, type FormState } from "@/lib/withdrawals/form-state";
import { AsTyped } from "./as-typed";
import { DirectoryField } from "./directory-field";
import { MajorBanks } from "./major-banks";
import { useNameDoubts } from "./use-name-doubts";

const KanaIndex = dynamic(() => loadPart(async () => (await import("./kana-index")).KanaIndex), {
  loading: () => null,
});
const YuchoConverter = dynamic(() => loadPart(async () => (await import("./yucho-converter")).YuchoConverter), {
  loading: () => null,
});

const YUCHO = "9900";

/** What stands in these fields, or fills them. A passbook's account number only ever changes with its branch. */
export const BANK_FIELDS = [
  ...(["destination", "destinationName", "bankAsTyped"] as const),
  ...(["destinationBranchCode", "destinationBranchName", "branchAsTyped"] as const),
  ...(["yuchoSymbol", "yuchoNumber", "yuchoSavings"] as const),
];
type BankTyped = Pick<FormState, (typeof BANK_FIELDS)[number] | "destinationAccount">;

type Props = {
  environment: Environment;
  typed: BankTyped;
  problems: FieldProblems;
  onEvent: (event: FormEvent) => void;
};

/** Bank and branch, each a code that finds its name. A name that is not the directory's has to be confirmed. */
export function JapaneseBankFields({ environment, typed, problems, onEvent }: Props) {
  const t = useTranslations("withdrawals");
  const bank = codeOf(typed.destination);
  const isBank = /^\d{4}$/.test(bank);
  const doubts = useNameDoubts(environment, typed);
  const type = (name: FormField) => (value: string) => onEvent({ kind: "typed", name, value });
  useOnlyBranch({ environment, typed, onEvent });

  // Names, shortcuts and the index are between them; Shift+Tab leads to each.
  function toBranch(event: KeyboardEvent) {
    if (event.key !== "Tab" || event.shiftKey || !isBank) return;
    event.preventDefault();
    document.getElementById(bank === YUCHO ? "yucho-symbol" : "field-destinationBranchCode")?.focus();
  }

  return (
    <>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <DirectoryField
          name="destination"
          label={t("form.bankCode")}
          hint={t("form.bankCodeHint")}
          listLabel={t("directory.banks")}
          problem={problems.destination}
          value={typed.destination}
          isNamed={typed.destinationName !== ""}
          digits={4}
          search={(text) => bankCache.banks(environment, text)}
          unknown={(code, asOf) => t("directory.unknownBank", { code, date: asOf })}
          onType={type("destination")}
          onPick={(entry) => onEvent({ kind: "bank_picked", ...entry })}
          onListed={(entry) => onEvent({ kind: "bank_listed", ...entry })}
          onKeyDown={toBranch}
        />
        <TextField
          name="destinationName"
          label={t("form.bankName")}
          problem={problems.destinationName}
          value={typed.destinationName}
          onChange={type("destinationName")}
          lang="ja"
        />
        <AsTyped
          {...{ name: "bankAsTyped", value: typed.bankAsTyped, problem: problems.bankAsTyped }}
          {...doubts.bank}
          onChange={type("bankAsTyped")}
        />
      </div>

      <div className="grid gap-1.5">
        <MajorBanks chosen={bank} onPick={(entry) => onEvent({ kind: "bank_picked", ...entry })} />
        <Disclosure summary={t("directory.byKana")}>
          <KanaIndex
            label={t("directory.banks")}
            list={(row) => bankCache.banksIn(environment, row)}
            onPick={(entry) => onEvent({ kind: "bank_picked", ...entry })}
          />
        </Disclosure>
      </div>

      {bank === YUCHO && <YuchoConverter typed={typed} problem={problems.yuchoNumber} onEvent={onEvent} />}

      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <DirectoryField
          name="destinationBranchCode"
          label={t("form.branchCode")}
          hint={t("form.branchCodeHint")}
          listLabel={t("directory.branches")}
          problem={problems.destinationBranchCode}
          value={typed.destinationBranchCode}
          isNamed={typed.destinationBranchName !== ""}
          digits={3}
          search={(text) => bankCache.branches(environment, bank, text)}
          isSearchable={isBank}
          unknown={(code, asOf) => t("directory.unknownBranch", { code, date: asOf })}
          onType={type("destinationBranchCode")}
          onPick={(entry) => onEvent({ kind: "branch_picked", ...entry })}
          onListed={(entry) => onEvent({ kind: "branch_listed", bank, ...entry })}
        />
        <TextField
          name="destinationBranchName"
          label={t("form.branchName")}
          problem={problems.destinationBranchName}
          value={typed.destinationBranchName}
          onChange={type("destinationBranchName")}
          lang="ja"
        />
        <AsTyped
          {...{ name: "branchAsTyped", value: typed.branchAsTyped, problem: problems.branchAsTyped }}
          {...doubts.branch}
          onChange={type("branchAsTyped")}
        />
      </div>
      {isBank && bank !== YUCHO && (
        <Disclosure key={bank} summary={t("directory.branchesByKana")}>
          <KanaIndex
            label={t("directory.branches")}
            list={(row) => bankCache.branchesIn(environment, bank, row)}
            onPick={(entry) => onEvent({ kind: "branch_picked", ...entry })}
          />
        </Disclosure>
      )}
    </>
  );
}

/** Where there is one branch, there is nothing to choose. Once a bank: a person may empty the field again. */
function useOnlyBranch({ environment, typed, onEvent }: Omit<Props, "problems">) {
  const bank = codeOf(typed.destination);
  const isOpen = /^\d{4}$/.test(bank) && typed.destinationBranchCode === "";
  const filledFor = useRef("");
  const { data: branches } = useQuery({ ...bankCache.branches(environment, bank, ""), enabled: isOpen });
  const [only, ...others] = (isOpen && branches?.found) || [];
  const single = others.length === 0 ? only : undefined;
  const fill = useEffectEvent((entry: { code: string; name: string }) =>
    onEvent({ kind: "only_branch", bank, code: entry.code, name: entry.name }),
  );
  useEffect(() => {
    if (!single || filledFor.current === bank) return;
    filledFor.current = bank;
    fill(single);
  }, [single, bank]);
}
