import { useTranslations } from "next-intl";
import { buttonVariants } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import { FileLink } from "@/components/ui/download-link";
import type { Environment } from "@/lib/environment";

/** `failed`: rows that can be paid once more. `seesPii`: only then the files in their own formats, which cannot be masked. */
type Props = { environment: Environment; batchId: string; failed: number; seesPii: boolean };

/** What became of each row, to be taken along. */
export function ResultLinks({ environment, batchId, failed, seesPii }: Props) {
  const t = useTranslations("batches.results");
  const own = failed > 0 ? (["original", "failures"] as const) : (["original"] as const);
  const kinds = ["results", ...(seesPii ? own : [])] as const;
  return (
    <TitledCard title={t("title")}>
      <div className="grid justify-items-start gap-2 px-4 py-3.5">
        {kinds.map((kind) => (
          <FileLink
            key={kind}
            href={`/api/${environment}/batches/${batchId}/results?kind=${kind}`}
            className={buttonVariants()}
          >
            {t(kind)}
          </FileLink>
        ))}
      </div>
    </TitledCard>
  );
}
