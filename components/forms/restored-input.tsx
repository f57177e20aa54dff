import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/cn";

type Props = {
  of: "common.restored" | "common.draft" | "players.bulk";
  isShown: boolean;
  onDiscard: () => void;
  className?: string;
};

/** That input of an earlier visit is back, and how to drop it: a form that fills itself would be believed too easily. */
export function RestoredInput({ of, isShown, onDiscard, className }: Props) {
  const t = useTranslations(of);
  return (
    <div role="status" className={cn("empty:hidden", className)}>
      {isShown && (
        <Alert>
          <p>{t("returned")}</p>
          <Button size="small" onClick={onDiscard}>
            {t("discard")}
          </Button>
        </Alert>
      )}
    </div>
  );
}
