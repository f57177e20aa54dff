import { useTranslations } from "next-intl";
import { TextField } from "@/components/forms/form-field";
import { IdProposal } from "@/components/forms/id-proposal";
import { KanaFormField } from "@/components/forms/kana-form-field";
import { halfWidth } from "@/lib/japan/half-width";
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
  const id = typed.playerId.trim();
  const narrow = halfWidth(id);
  const plain = withoutMerchantNumber(narrow);
  const found = narrow !== id ? "playerIdWide" : looksPrefixed(id) ? "playerIdPrefixed" : undefined;
  return (
    <>
      <TextField
        name="playerId"
        label={t("playerId")}
        hint={
          <>
            {t("playerIdHint")}
            {found && !looksPrefixed(plain) && plain !== "" && (
              <IdProposal
                proposal={plain}
                onTake={(proposal) => {
                  onType("playerId", proposal);
                  onPlayerLeft(proposal);
                }}
              />
            )}
          </>
        }
        problem={problems.playerId ?? found}
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
