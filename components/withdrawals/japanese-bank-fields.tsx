"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef } from "react";
import type { FieldProblems } from "@/components/check-form";
import { TextField } from "@/components/form-field";
import { later } from "@/components/later";
import { Disclosure } from "@/components/ui/disclosure";
import { bankCache } from "@/lib/banks/cache";
import type { Environment } from "@/lib/environment";
import type { WithdrawalForm } from "@/lib/withdrawals/schema";
import { DirectoryField } from "./directory-field";
import { MajorBanks } from "./major-banks";

const KanaIndex = later(async () => (await import("./kana-index")).KanaIndex);
const YuchoConverter = later(async () => (await import("./yucho-converter")).YuchoConverter);

const YUCHO = "9900";

type BranchTyped = Pick<WithdrawalForm, "destinationBranchCode" | "destinationBranchName">;

type Props = {
  environment: Environment;
  typed: Pick<WithdrawalForm, "destination" | "destinationName"> & BranchTyped;
  problems: FieldProblems;
  onType: (name: Exclude<keyof WithdrawalForm, "formId">, value: string) => void;
};

/** Bank and branch, each a code that finds its name. The names stay open to correction: the API wants one. */
export function JapaneseBankFields({ environment, typed, problems, onType }: Props) {
  const t = useTranslations("withdrawals");
  const bank = typed.destination.normalize("NFKC").trim();
  const isBank = /^\d{4}$/.test(bank);
  const isBranchOpen = isBank && typed.destinationBranchCode === "";

  function pickBank({ code, name }: { code: string; name: string }) {
    onType("destination", code);
    onType("destinationName", name);
  }
  function pickBranch({ code, name }: { code: string; name: string }) {
    onType("destinationBranchCode", code);
    onType("destinationBranchName", name);
  }

  // Where there is one branch, there is nothing to choose. Once a bank: a person may empty the field again.
  const filledFor = useRef("");
  const { data: branches } = useQuery({ ...bankCache.branches(environment, bank, ""), enabled: isBranchOpen });
  const [only, ...others] = (isBranchOpen && branches?.found) || [];
  const fill = useEffectEvent(pickBranch);
  const single = others.length === 0 ? only : undefined;
  useEffect(() => {
    if (!single || filledFor.current === bank) return;
    filledFor.current = bank;
    fill(single);
  }, [single, bank]);

  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[1fr_1.4fr]">
        <DirectoryField
          name="destination"
          label={t("form.bankCode")}
          hint={t("form.bankCodeHint")}
          listLabel={t("directory.banks")}
          problem={problems.destination}
          value={typed.destination}
          digits={4}
          search={(text) => bankCache.banks(environment, text)}
          unknown={(code, asOf) => t("directory.unknownBank", { code, date: asOf })}
          onType={(value) => onType("destination", value)}
          onPick={pickBank}
        />
        <TextField
          name="destinationName"
          label={t("form.bankName")}
          problem={problems.destinationName}
          value={typed.destinationName}
          onChange={(value) => onType("destinationName", value)}
          lang="ja"
        />
      </div>

      <div className="grid gap-1.5">
        <MajorBanks chosen={bank} onPick={pickBank} />
        <Disclosure summary={t("directory.byKana")}>
          <KanaIndex
            label={t("directory.banks")}
            list={(row) => bankCache.banksIn(environment, row)}
            onPick={pickBank}
          />
        </Disclosure>
      </div>

      {bank === YUCHO && (
        <YuchoConverter
          onConvert={(account) => {
            pickBranch({ code: account.branchCode, name: account.branchName });
            onType("destinationAccountType", account.accountType);
            onType("destinationAccount", account.accountNumber);
          }}
        />
      )}

      <div className="grid gap-4 sm:grid-cols-[1fr_1.4fr]">
        <DirectoryField
          name="destinationBranchCode"
          label={t("form.branchCode")}
          hint={t("form.branchCodeHint")}
          listLabel={t("directory.branches")}
          problem={problems.destinationBranchCode}
          value={typed.destinationBranchCode}
          digits={3}
          search={(text) => bankCache.branches(environment, bank, text)}
          isSearchable={isBank}
          unknown={(code, asOf) => t("directory.unknownBranch", { code, date: asOf })}
          onType={(value) => onType("destinationBranchCode", value)}
          onPick={pickBranch}
        />
        <TextField
          name="destinationBranchName"
          label={t("form.branchName")}
          problem={problems.destinationBranchName}
          value={typed.destinationBranchName}
          onChange={(value) => onType("destinationBranchName", value)}
          lang="ja"
        />
      </div>
      {isBank && bank !== YUCHO && (
        <Disclosure key={bank} summary={t("directory.branchesByKana")}>
          <KanaIndex
            label={t("directory.branches")}
            list={(row) => bankCache.branchesIn(environment, bank, row)}
            onPick={pickBranch}
          />
        </Disclosure>
      )}
    </>
  );
}
