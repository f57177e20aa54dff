import { useTranslations } from "next-intl";
import { Timestamp } from "./timestamp";

/** All are ISO 8601. `lastTriedAt`: the newest question, where it brought no answer. */
export type CheckTimes = { lastAnsweredAt: string | null; lastTriedAt: string | null; nextPollAt: string | null };

/** When the service answered last, when it was asked since without an answer, and when it is asked next. */
export function Checks({ times: { lastAnsweredAt, lastTriedAt, nextPollAt } }: { times: CheckTimes }) {
  const t = useTranslations("evidence.checks");
  const isFirst = lastAnsweredAt === null && lastTriedAt === null;
  const at = (moment: string) => ({ at: () => <Timestamp at={moment} style="recent" /> });
  return (
    <>
      {lastAnsweredAt && t.rich("answered", at(lastAnsweredAt))} {lastTriedAt && t.rich("tried", at(lastTriedAt))}{" "}
      {nextPollAt && t.rich(isFirst ? "first" : "next", at(nextPollAt))}
    </>
  );
}
