import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/cn";
import type { TypedName } from "@/lib/japan/typed-name";

/** What a recipient's field in a bulk transfer file holds, and what a single transfer takes. */
const USUAL_BYTES = 30;
const MAX_BYTES = 48;

type Props = {
  seen: TypedName;
  isLeft: boolean;
  isAdvice: boolean;
  isFormatShown: boolean;
  onAccept: (text: string) => void;
};

/** What banks will read, what could be meant instead, and what cannot stay. The first fault is said, once the field is left. */
export function KanaNotes({ seen, isLeft, isAdvice, isFormatShown, onAccept }: Props) {
  const { proposal, problems, warnings, zengin } = seen;
  const t = useTranslations("kana");
  return (
    <>
      {isLeft &&
        problems.slice(0, 1).map(({ code, character, position }) => (
          <p key={`${code}/${position}`} className={cn("font-medium", isAdvice ? "text-warning" : "text-destructive")}>
            {character === "" ? (
              t("problem", { code, character })
            ) : (
              <>
                {t("position", { position: position + 1, problem: t("problem", { code, character }) })}{" "}
                <span className="font-mono font-normal">{codePointOf(character)}</span>
              </>
            )}
          </p>
        ))}
      {isLeft && proposal && (
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span>{t(`proposals.${proposal.code}`)}</span>
          <Button size="small" lang="ja" onClick={() => onAccept(proposal.text)}>
            {proposal.text}
          </Button>
        </p>
      )}
      {isLeft &&
        warnings
          .filter((warning) => warning !== "LONGER_THAN_BULK_FILE_FIELD")
          .map((warning) => (
            <p key={warning} className="text-warning">
              {t(`warnings.${warning}`)}
            </p>
          ))}
      {isFormatShown && zengin !== null && problems.every(({ code }) => code === "TOO_LONG") && (
        <BankFormat zengin={zengin} />
      )}
    </>
  );
}

function BankFormat({ zengin }: { zengin: string }) {
  const t = useTranslations("kana");
  const bytes = zengin.length;
  return (
    <p
      className={cn(
        "text-muted-foreground",
        bytes > USUAL_BYTES && "text-warning",
        bytes > MAX_BYTES && "text-destructive",
      )}
    >
      {t("zengin")} <span className="font-mono break-all">{zengin}</span> ·{" "}
      <span className="figures">
        {bytes}/{USUAL_BYTES}
      </span>
      {bytes > USUAL_BYTES && bytes <= MAX_BYTES && ` · ${t("warnings.LONGER_THAN_BULK_FILE_FIELD")}`}
    </p>
  );
}

/** カ and 力 look alike on many screens; their code points do not. */
const codePointOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
