import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import type { UnsentWhy } from "./use-unsent";

type Props = {
  why: UnsentWhy;
  /** What is said where it was not recorded. */
  notRecorded: ReactNode;
  /** The names of the fields, and what stood in them. */
  typed: [name: string, text: string][];
};

/** What was typed into a form that is over, to be read or copied. */
export function Unsent({ why, notRecorded, typed }: Props) {
  const t = useTranslations("common");
  return (
    <div className="grid gap-2 text-sm">
      <ProblemAlert>{why === "unknown" ? t("perhapsRecorded") : notRecorded}</ProblemAlert>
      {typed.map(
        ([name, text]) =>
          text !== "" && (
            <p key={name}>
              {name} <q className="break-words">{text}</q>
            </p>
          ),
      )}
    </div>
  );
}
