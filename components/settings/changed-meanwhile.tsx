import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";

type Props = { of: "rules" | "limits"; isShown: boolean; onRestart: () => void };

/** That input was kept though another change was applied: all of it replaces what is in force now. */
export function ChangedMeanwhile({ of, isShown, onRestart }: Props) {
  const t = useTranslations(of);
  return (
    <div role="status" className="empty:hidden">
      {isShown && (
        <Alert tone="watch">
          <p>{t("changedMeanwhile")}</p>
          <Button size="small" onClick={onRestart}>
            {t("restart")}
          </Button>
        </Alert>
      )}
    </div>
  );
}
