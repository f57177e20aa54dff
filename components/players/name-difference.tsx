import { useTranslations } from "next-intl";
import { differenceOf } from "@/lib/japan/difference";

/** The name before beside the name now, with what changed marked in both, by more than colour. */
export function NameDifference({ before, after }: { before: string | null; after: string }) {
  const t = useTranslations("players.difference");
  if (before === null) return <p className="text-sm text-muted-foreground">{t("nameNotHeld")}</p>;
  if (before === after) return <p className="text-sm text-muted-foreground">{t("same")}</p>;
  const stretches = differenceOf(before, after);
  return (
    <dl className="grid w-fit grid-cols-[auto_1fr] gap-x-3 gap-y-1 rounded-md bg-muted px-3 py-2 text-sm">
      <dt className="text-muted-foreground">{t("before")}</dt>
      <dd lang="ja">
        {stretches
          .filter(({ is }) => is !== "added")
          .map(({ is, text }, at) => (is === "same" ? text : <del key={keyOf(at, text)}>{visible(text)}</del>))}
      </dd>
      <dt className="text-muted-foreground">{t("after")}</dt>
      <dd lang="ja" className="font-semibold">
        {stretches
          .filter(({ is }) => is !== "removed")
          .map(({ is, text }, at) =>
            is === "same" ? (
              text
            ) : (
              <ins key={keyOf(at, text)} className="bg-primary-soft">
                {visible(text)}
              </ins>
            ),
          )}
      </dd>
    </dl>
  );
}

const keyOf = (at: number, text: string) => `${at}/${text}`;

/** A space that came or went must be seen. */
const visible = (text: string) => text.replaceAll("\u3000", "␣");
