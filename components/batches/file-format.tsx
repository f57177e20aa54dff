import { useTranslations } from "next-intl";
import { TitledCard } from "@/components/ui/card";
import { FileLink } from "@/components/ui/download-link";
import { BATCH_FIELDS } from "@/lib/batches/row";
import type { Environment } from "@/lib/environment";

/** Which columns a file has, in both languages. */
export function FileFormat({ environment }: { environment: Environment }) {
  const t = useTranslations("batches");
  return (
    <TitledCard title={t("upload.format")}>
      <div className="grid gap-3 px-4 py-3.5 text-sm">
        <p className="text-muted-foreground">{t("upload.formatText")}</p>
        <p className="flex gap-3">
          {(["csv", "xlsx"] as const).map((format) => (
            <FileLink
              key={format}
              href={`/api/${environment}/batches/template?format=${format}`}
              className="text-primary hover:underline"
            >
              {t(`upload.template.${format}`)}
            </FileLink>
          ))}
        </p>
        <dl>
          {BATCH_FIELDS.map((field) => (
            <div
              key={field}
              className="flex min-h-8 items-center justify-between gap-3 border-b border-border last:border-b-0"
            >
              <dt>{t(`fields.${field}`)}</dt>
              <dd className="font-mono text-xs text-muted-foreground">{field}</dd>
            </div>
          ))}
        </dl>
      </div>
    </TitledCard>
  );
}
