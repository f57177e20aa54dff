import { useTranslations } from "next-intl";
import { Button } from "./ui/button";

type Props = { mayApply: boolean; isLeaving: boolean; onDecide: (apply: boolean) => void };

/** The decisions on a proposal that needs a second admin. Its proposer can only withdraw it. */
export function DecideChange({ mayApply, isLeaving, onDecide }: Props) {
  const t = useTranslations("secondAdmin");
  return (
    <div className="flex flex-wrap gap-2">
      {mayApply && (
        <Button
          variant="primary"
          size="field"
          focusableWhenDisabled
          disabled={isLeaving}
          onClick={() => onDecide(true)}
        >
          {t(isLeaving ? "deciding" : "apply")}
        </Button>
      )}
      <Button size="field" focusableWhenDisabled disabled={isLeaving} onClick={() => onDecide(false)}>
        {t("drop")}
      </Button>
    </div>
  );
}
