import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { ReadOtherwise } from "@/lib/batches/read-again";

type Props = { read: ReadOtherwise | null; excluded: number; onShow: () => void };

/**
 * Rows may have been excluded for errors that the file does not have as it is read now. `excluded`: how many are now, as
 * some may have been included again since.
 */
export function StayedExcluded({ read, excluded, onShow }: Props) {
  const t = useTranslations("batches.file");
  const count = Math.min(read?.excluded ?? 0, excluded);
  if (count === 0) return null;
  return (
    <Alert tone="watch" role="status" className="order-last basis-full">
      <p>{t("stayedExcluded", { count })}</p>
      <p className="pt-1">
        <Button size="small" onClick={onShow}>
          {t("showExcluded")}
        </Button>
      </p>
    </Alert>
  );
}
