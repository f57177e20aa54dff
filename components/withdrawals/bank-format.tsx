import { useTranslations } from "next-intl";
import { cn } from "@/lib/cn";
import { typedAccountName } from "@/lib/japan/account-name-input";
import type { FormState } from "@/lib/withdrawals/form-state";

/** What a recipient's field in a bulk transfer file holds, and what a single transfer takes. */
const USUAL_BYTES = 30;
const MAX_BYTES = 48;

/** The recipient in the spelling and the codes that banks exchange. Its place is kept before there is one. */
export function BankFormat({ typed }: { typed: FormState }) {
  const t = useTranslations("withdrawals.summary");
  const orders = useTranslations("orders");
  const kana = useTranslations("kana");
  const { destination, destinationBranchCode: branch, destinationAccount: account, destinationAccountType } = typed;
  const seen = typedAccountName(typed.destinationAccountName);
  const isReadable = seen.problems.every(({ code }) => code === "TOO_LONG");
  const zengin = isReadable ? seen.zengin : null;
  const bytes = zengin?.length ?? 0;
  const type = destinationAccountType === "1" || destinationAccountType === "2" ? destinationAccountType : null;
  return (
    <div className="rounded-lg border border-border bg-muted px-3 py-2.25 text-xs text-muted-foreground">
      <p className="flex flex-wrap justify-between gap-x-2">
        {t("bankFormat")}
        <span className={cn("figures", bytes > USUAL_BYTES && "text-warning", bytes > MAX_BYTES && "text-destructive")}>
          {t("bytes", { bytes, usual: USUAL_BYTES })}
        </span>
      </p>
      <p lang="ja" className="min-h-6 font-mono text-base tracking-wider break-all text-foreground">
        {zengin || "–"}
      </p>
      <p className="min-h-4.5 break-all">
        {[
          [destination, branch].filter(Boolean).join("-"),
          account && [type && orders("accountType", { code: type }), account].filter(Boolean).join(" "),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {bytes > USUAL_BYTES && bytes <= MAX_BYTES && (
        <p className="text-warning">{kana("warnings.LONGER_THAN_BULK_FILE_FIELD")}</p>
      )}
    </div>
  );
}
