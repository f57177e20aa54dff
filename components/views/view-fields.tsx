import { useTranslations } from "next-intl";
import { useId } from "react";
import { Field, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { ViewProblem } from "@/lib/views/schema";

/** The user's input. */
export type TypedView = { name: string; shared: boolean };

type Props = {
  typed: TypedView;
  onChange: (typed: TypedView) => void;
  /** Why it was not kept; null where nothing is known to be wrong. */
  problem: ViewProblem["kind"] | "invalid" | "failed" | null;
};

/** A view's name, and who sees it. */
export function ViewFields({ typed: { name, shared }, onChange, problem }: Props) {
  const t = useTranslations("views");
  const id = useId();
  return (
    <>
      <Field className="min-w-0">
        <FieldLabel htmlFor={id}>{t("name")}</FieldLabel>
        <Input
          id={id}
          value={name}
          maxLength={60}
          autoComplete="off"
          aria-invalid={problem !== null || undefined}
          aria-describedby={`${id}-problem`}
          onChange={(event) => onChange({ name: event.target.value, shared })}
        />
        <FieldError id={`${id}-problem`} role="status">
          {problem !== null && t(`problems.${problem}`)}
        </FieldError>
      </Field>
      <label className="flex min-h-9.5 items-center gap-1.5 text-sm">
        <input type="checkbox" checked={shared} onChange={() => onChange({ name, shared: !shared })} />
        {t("share")}
      </label>
    </>
  );
}
