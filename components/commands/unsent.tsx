import type { ReactNode } from "react";
import { ProblemAlert } from "@/components/feedback/problem-alert";

type Props = {
  why: ReactNode;
  /** The names of the fields, and what stood in them. */
  typed: [name: string, text: string][];
};

/** What was typed into a form that is over, to be read or copied. */
export function Unsent({ why, typed }: Props) {
  return (
    <div className="grid gap-2 text-sm">
      <ProblemAlert>{why}</ProblemAlert>
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
