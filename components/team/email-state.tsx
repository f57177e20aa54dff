import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import type { MailView } from "@/lib/team/schema";

/** The state of an e-mail: a failure with its cause and the time of the next attempt. */
export function EmailState({ mail: { state, failure, nextTryAt } }: { mail: MailView }) {
  const t = useTranslations("team.mail");
  switch (state) {
    case "sent":
      return <span className="text-subtle-foreground">{t("sent")}</span>;
    case "given_up":
      return <span className="text-destructive">{t("givenUp", { failure: failure ?? "?" })}</span>;
    case "waiting":
      return failure === null || nextTryAt === null ? (
        <span className="text-subtle-foreground">{t("waiting")}</span>
      ) : (
        <span className="text-warning">
          {t.rich("again", { failure, at: () => <Timestamp at={nextTryAt} style="minute" /> })}
        </span>
      );
  }
}
