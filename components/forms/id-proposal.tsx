import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";

type Props = { proposal: string; onTake: (proposal: string) => void };

/** The ID that may be meant. It is taken by a press only, as another spelling is another player. */
export function IdProposal({ proposal, onTake }: Props) {
  const t = useTranslations("fields");
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-2.5">
      <span>{t("didYouMean")}</span>
      <Button size="small" className="font-mono" onClick={() => onTake(proposal)}>
        {proposal}
      </Button>
    </span>
  );
}
