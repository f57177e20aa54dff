import { useTranslations } from "next-intl";
import { Button } from "./ui/button";

type Props = { mayApply: boolean; isLeaving: boolean; onDecide: (apply: boolean) => void };

/** What can be said to a change that takes a second admin. Whoever proposed it can only take it back. */
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
