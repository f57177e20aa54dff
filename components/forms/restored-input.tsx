import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";

/** That input of an earlier visit is back, and how to drop it. */
export function RestoredInput({ isShown, onDiscard }: { isShown: boolean; onDiscard: () => void }) {
  const t = useTranslations("common");
  return (
    <div role="status" className="empty:hidden">
      {isShown && (
        <Alert>
          <p>{t("restoredInput")}</p>
          <Button size="small" onClick={onDiscard}>
            {t("discardInput")}
          </Button>
        </Alert>
      )}
    </div>
  );
}
