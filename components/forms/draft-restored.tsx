import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";

type Props = { isReturned: boolean; onStartEmpty: () => void };

/** Says that what stands in the form was typed before, as a form that fills itself would be believed too easily. */
export function DraftRestored({ isReturned, onStartEmpty }: Props) {
  const t = useTranslations("common.draft");
  return (
    <div role="status">
      {isReturned && (
        <Alert tone="neutral" className="mb-4 max-w-190">
          {t("returned")}
          <span className="mt-2 block">
            <Button size="small" onClick={onStartEmpty}>
              {t("startEmpty")}
            </Button>
          </span>
        </Alert>
      )}
    </div>
  );
}
