import type { ComponentProps, ReactNode } from "react";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { OptionalNote } from "./optional-note";
import { useFieldWords } from "./use-field-words";

/** An input's id, description and error state. */
type Control = { id: string; name: string; "aria-invalid": true | undefined; "aria-describedby": string };

type Props = {
  name: string;
  label: ReactNode;
  /** It may stay empty, and its label says so. */
  isOptional?: boolean;
  hint?: ReactNode;
  /** The code of what is wrong. */
  problem: string | undefined;
  children: (control: Control) => ReactNode;
};

/** Label above, hint below, and what is wrong with it where it is wrong: all read out with the input. */
export function FormField({ name, label, isOptional = false, hint, problem, children }: Props) {
  const words = useFieldWords();
  const id = `field-${name}`;
  return (
    <Field>
      <FieldLabel htmlFor={id}>
        {label}
        {isOptional && (
          <>
            {" "}
            <OptionalNote />
          </>
        )}
      </FieldLabel>
      {children({
        id,
        name,
        "aria-invalid": problem === undefined ? undefined : true,
        "aria-describedby": `${id}-problem ${id}-hint`,
      })}
      <FieldError id={`${id}-problem`}>{problem && words(problem)}</FieldError>
      {hint && <FieldDescription id={`${id}-hint`}>{hint}</FieldDescription>}
    </Field>
  );
}

export type TextProps = Omit<Props, "children"> &
  Pick<ComponentProps<typeof Input>, "type" | "inputMode" | "lang" | "kind" | "onBlur" | "required" | "autoFocus"> & {
    value: string;
    onChange: (value: string) => void;
  };

/** One line of text. It is kept exactly as typed: rewriting it here would break typing with a Japanese input method. */
export function TextField({ name, label, isOptional = false, hint, problem, value, onChange, ...input }: TextProps) {
  return (
    <FormField {...{ name, label, isOptional, hint, problem }}>
      {(control) => (
        <Input
          required={!isOptional}
          {...control}
          {...input}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </FormField>
  );
}
