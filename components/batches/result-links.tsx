import { useTranslations } from "next-intl";
import { buttonVariants } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";

type Props = { environment: Environment; batchId: string; failed: number };

/** What became of each row, to be taken along. */
export function ResultLinks({ environment, batchId, failed }: Props) {
  const t = useTranslations("batches.results");
  const kinds = ["results", "original", ...(failed > 0 ? (["failures"] as const) : [])] as const;
  return (
    <TitledCard title={t("title")}>
      <div className="grid justify-items-start gap-2 px-4 py-3.5">
        {kinds.map((kind) => (
          <a
            key={kind}
            href={`/api/${environment}/batches/${batchId}/results?kind=${kind}`}
            download
            className={buttonVariants()}
          >
            {t(kind)}
          </a>
        ))}
      </div>
    </TitledCard>
  );
}
