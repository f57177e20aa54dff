import { useTranslations } from "next-intl";
import { zenginOf } from "@/lib/japan/zengin";

/** The holder's name as banks exchange it, in half width. */
export function ZenginName({ holder }: { holder: string }) {
  const t = useTranslations("withdrawals.review");
  return (
    <p className="text-muted-foreground">
      {t.rich("zengin", {
        name: () => (
          <span className="font-mono" lang="ja">
            {zenginOf(holder)}
          </span>
        ),
      })}
    </p>
  );
}
