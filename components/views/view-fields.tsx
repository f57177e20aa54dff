import { useTranslations } from "next-intl";
import { useId } from "react";
import { type Tried, useCommandProblem } from "@/components/commands/use-command-problem";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import { Field, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { Problem } from "@/lib/auth/problem";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { ViewProblem } from "@/lib/views/schema";

/** The user's input. */
export type TypedView = { name: string; shared: boolean };

type Refusal = ViewProblem | ProofNeeded | Problem;

type Props = {
  typed: TypedView;
  /** The filter that is kept. */
  query: string;
  onChange: (typed: TypedView) => void;
  /** Which keeps it, and what it found wrong. */
  command: Tried<Refusal> & { fields: Record<string, string>; reset: () => void };
};

/** A view's name, who sees it, and why it was not kept. */
export function ViewFields({ typed, query, onChange, command }: Props) {
  const t = useTranslations("views");
  const id = useId();
  const isWrong = command.fields.name !== undefined;
  const change = (part: Partial<TypedView>) => {
    command.reset();
    onChange({ ...typed, ...part });
  };
  return (
    <>
      <Field className="min-w-0">
        <FieldLabel htmlFor={id}>{t("name")}</FieldLabel>
        <Input
          id={id}
          value={typed.name}
          maxLength={60}
          autoComplete="off"
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-problem`}
          onChange={(event) => change({ name: event.target.value })}
        />
        <FieldError id={`${id}-problem`}>{isWrong && t("invalidName")}</FieldError>
      </Field>
      <label className="flex min-h-9.5 items-center gap-1.5 text-sm">
        <input type="checkbox" checked={typed.shared} onChange={() => change({ shared: !typed.shared })} />
        {t("share")}
      </label>
      {typed.shared && new URLSearchParams(query).has("q") && (
        <p className="text-xs text-muted-foreground">{t("shareSearch")}</p>
      )}
      <ViewAlert of={command} />
    </>
  );
}

/** Why a view was not kept, changed or removed. */
export function ViewAlert({ of }: { of: Tried<Refusal> }) {
  const t = useTranslations("views.problems");
  return <ProblemAlert>{useCommandProblem({ of, say: (problem) => t(problem) })}</ProblemAlert>;
}
