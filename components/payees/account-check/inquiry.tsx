"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { CommandForm } from "@/components/forms/command-form";
import { TextField } from "@/components/forms/form-field";
import { Button } from "@/components/ui/button";
import { CardBody, TitledCard } from "@/components/ui/card";
import { Count } from "@/components/ui/count";
import type { Environment } from "@/lib/environment";
import type { UncheckedPayees } from "@/lib/payees/account-check/schema";
import { exportInquiryAction } from "@/lib/payees/actions";

type Props = { environment: Environment; unchecked: UncheckedPayees };

/** A file for the merchant's bank, which asks about the accounts of chosen payees. */
export function Inquiry({ environment, unchecked: { rows, isFirst, next } }: Props) {
  const t = useTranslations("payees.check");
  const problems = useTranslations("payees.problems");
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [code, setCode] = useState("");
  const [name, setName] = useState("");
  const asked = rows.filter(({ payeeId }) => !left.has(payeeId));
  const inquiry = useCommand(
    (input: Parameters<typeof exportInquiryAction>[1]) => exportInquiryAction(environment, input),
    { typed: { code, name }, onDone: save, refreshes: false },
  );

  function toggle(payeeId: string) {
    setLeft((before) => {
      const next = new Set(before);
      if (!next.delete(payeeId)) next.add(payeeId);
      return next;
    });
  }
  const { refusal } = inquiry;
  const path = `/${environment}/payees/account-checks` as const;
  return (
    <TitledCard title={t("inquiry")} aside={<Count>{rows.length}</Count>}>
      <CommandForm
        isPending={inquiry.isPending}
        onSend={() => inquiry.send({ payeeIds: asked.map(({ payeeId }) => payeeId), code, name })}
      >
        <CardBody className="grid gap-3">
          <p className="text-sm text-muted-foreground">{t("inquiryLead")}</p>
          {rows.length === 0 ? (
            <p className="text-sm text-muted-foreground">{t("allChecked")}</p>
          ) : (
            <>
              <fieldset className="max-h-80 overflow-y-auto rounded-lg border border-border">
                <legend className="sr-only">{t("chosen")}</legend>
                {rows.map(({ payeeId, recipient }) => (
                  <label
                    key={payeeId}
                    className="flex min-h-10 items-center gap-2.5 border-b border-border px-3 py-1.5 text-md last:border-b-0"
                  >
                    <input type="checkbox" checked={!left.has(payeeId)} onChange={() => toggle(payeeId)} />
                    <span lang="ja" className="min-w-0 flex-1 truncate font-medium">
                      {recipient.destinationAccountName}
                    </span>
                    <span lang="ja" className="truncate text-sm text-muted-foreground">
                      {recipient.destinationName} •••{recipient.destinationAccount.slice(-4)}
                    </span>
                  </label>
                ))}
              </fieldset>
              {!(isFirst && next === null) && (
                <p className="flex flex-wrap gap-x-3 text-xs text-subtle-foreground">
                  {t("more", { count: rows.length })}
                  {!isFirst && (
                    <Link href={path} className="text-primary hover:underline">
                      {t("newest")}
                    </Link>
                  )}
                  {next !== null && (
                    <Link href={`${path}?after=${next}`} className="text-primary hover:underline">
                      {t("next")}
                    </Link>
                  )}
                </p>
              )}
              <div className="grid gap-3 sm:grid-cols-2">
                <TextField
                  name="code"
                  kind="code"
                  label={t("code")}
                  hint={t("codeHint")}
                  problem={inquiry.fields.code}
                  value={code}
                  onChange={setCode}
                />
                <TextField
                  name="name"
                  label={t("name")}
                  hint={t("nameHint")}
                  problem={inquiry.fields.name}
                  value={name}
                  onChange={setName}
                />
              </div>
              <CommandProblem of={inquiry} say={(kind) => problems(kind)} />
              {refusal?.kind === "not_writable" && (
                <p lang="ja" className="text-sm text-warning">
                  {refusal.names.join("、")}
                </p>
              )}
              <Button
                type="submit"
                size="field"
                className="justify-self-start"
                disabled={inquiry.isPending || asked.length === 0}
              >
                {t("export", { count: asked.length })}
              </Button>
            </>
          )}
        </CardBody>
      </CommandForm>
    </TitledCard>
  );
}

/** The file as it is: its bytes are no text that a browser would keep. */
function save({ name, base64 }: { name: string; base64: string }) {
  const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
