import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { Disclosure } from "@/components/ui/disclosure";
import { BATCH_FIELDS } from "@/lib/batches/row";
import type { ReadColumns as Columns } from "@/lib/batches/schema";
import { useSourceWords } from "./map-columns";

/** By which columns the file was read, who saved them, and on demand each field's. */
export function ReadColumns({ columns: { header, mapping, by, at } }: { columns: Columns }) {
  const t = useTranslations("batches");
  const words = useSourceWords();
  return (
    <Disclosure
      summary={t.rich("columns.read", {
        by,
        at: () => <Timestamp at={at} style="minute" />,
        amount: mapping.amount ? words("amount", mapping.amount, header) : "–",
      })}
    >
      <dl className="grid max-w-xl gap-x-6 pt-1 sm:grid-cols-[auto_1fr]">
        {BATCH_FIELDS.map((field) => {
          const source = mapping[field];
          return (
            <div
              key={field}
              className="grid grid-cols-subgrid border-b border-border py-1 last:border-b-0 sm:col-span-2"
            >
              <dt className="text-muted-foreground">{t(`fields.${field}`)}</dt>
              <dd className="break-words">{source ? words(field, source, header) : t("mapping.none")}</dd>
            </div>
          );
        })}
      </dl>
    </Disclosure>
  );
}
