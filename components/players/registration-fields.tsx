import { useTranslations } from "next-intl";
import { TextField } from "@/components/forms/form-field";
import { KanaFormField } from "@/components/forms/kana-form-field";
import { Button } from "@/components/ui/button";
import { looksPrefixed, withoutMerchantNumber } from "@/lib/payments-api/player-id";

export type Typed = { playerId: string; userName: string };

type Props = {
  typed: Typed;
  problems: Record<string, string>;
  onType: (name: keyof Typed, value: string) => void;
  onPlayerLeft: (playerId: string) => void;
};

export function RegistrationFields({ typed, problems, onType, onPlayerLeft }: Props) {
  const t = useTranslations("players.form");
  const plain = withoutMerchantNumber(typed.playerId.trim());
  const isPrefixed = looksPrefixed(typed.playerId.trim());
  return (
    <>
      <TextField
        name="playerId"
        label={t("playerId")}
        hint={
          <>
            {t("playerIdHint")}
            {isPrefixed && !looksPrefixed(plain) && plain !== "" && (
              <span className="mt-1 flex flex-wrap items-center gap-x-2.5">
                <span>{t("didYouMean")}</span>
                <Button size="small" className="font-mono" onClick={() => onType("playerId", plain)}>
                  {plain}
                </Button>
              </span>
            )}
          </>
        }
        problem={problems.playerId ?? (isPrefixed ? "playerIdPrefixed" : undefined)}
        value={typed.playerId}
        onChange={(value) => onType("playerId", value)}
        onBlur={() => onPlayerLeft(typed.playerId)}
        kind="code"
      />
      <KanaFormField
        {...{ of: "player", name: "userName", problem: problems.userName, value: typed.userName }}
        isFormatShown={false}
        label={t("name")}
        hint={t("nameHint")}
        onChange={(value) => onType("userName", value)}
      />
    </>
  );
}
