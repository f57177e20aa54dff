import Link from "next/link";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import type { BatchView } from "@/lib/batches/schema";
import type { Environment } from "@/lib/environment";

type Props = { environment: Environment; sameList: NonNullable<BatchView["sameList"]> };

/** The batch of another file that has exactly these rows and may have paid them. Why they are paid again stands at the head of the page. */
export function SameListWords({ environment, sameList: { batchId, name, at } }: Props) {
  const t = useTranslations("batches.file");
  return (
    <p>
      {t.rich("sameList", {
        batch: () => (
          <Link href={`/${environment}/batches/${batchId}`} prefetch={false} className="underline">
            {name}
          </Link>
        ),
        at: () => <Timestamp at={at} style="minute" />,
      })}
    </p>
  );
}
