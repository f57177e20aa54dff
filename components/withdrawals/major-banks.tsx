import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { MAJOR_BANKS } from "@/lib/japan/directory/rows";

type Props = { chosen: string; onPick: (bank: { code: string; name: string }) => void };

/** One press for the banks that most people have. */
export function MajorBanks({ chosen, onPick }: Props) {
  const t = useTranslations("withdrawals.directory");
  return (
    <fieldset aria-label={t("majors")} className="flex flex-wrap gap-1.5">
      {MAJOR_BANKS.map(({ code, name, short }) => (
        <Button
          key={code}
          size="small"
          lang="ja"
          aria-pressed={code === chosen}
          className="aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary pointer-coarse:min-h-10"
          onClick={() => onPick({ code, name })}
        >
          {short}
        </Button>
      ))}
    </fieldset>
  );
}
