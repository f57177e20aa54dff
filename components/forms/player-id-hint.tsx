import { useTranslations } from "next-intl";
import { halfWidth } from "@/lib/japan/half-width";
import { IdProposal } from "./id-proposal";

type Props = {
  typed: string;
  /** What is said of any other ID. */
  hint: string;
  onTake: (playerId: string) => void;
};

/** An ID in full width is pointed out and not refused: another system may have registered the player so. */
export function PlayerIdHint({ typed, hint, onTake }: Props) {
  const t = useTranslations("fields");
  const player = typed.trim();
  const narrow = halfWidth(player);
  if (narrow === player) return hint;
  return (
    <>
      {t("playerWide")}
      <IdProposal proposal={narrow} onTake={onTake} />
    </>
  );
}
