import Form from "next/form";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Field, FieldDescription, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { Environment } from "@/lib/environment";

type Props = {
  environment: Environment;
  name: "q" | "branch";
  label: string;
  hint: string;
  value: string;
  /** What else stands in the address and stays there. */
  children: ReactNode;
};

/** A box whose words stand in the address, so that what was found can be kept and shared. */
export function DirectorySearch({ environment, name, label, hint, value, children }: Props) {
  const t = useTranslations("banks");
  return (
    <Form
      action={`/${environment}/banks`}
      className="flex flex-wrap items-end gap-2 border-b border-border px-4 py-3.5"
    >
      {children}
      <Field className="min-w-0 flex-1 basis-64">
        <FieldLabel htmlFor={`search-${name}`}>{label}</FieldLabel>
        <Input
          key={value}
          id={`search-${name}`}
          name={name}
          type="search"
          defaultValue={value}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-describedby={`search-${name}-hint`}
        />
        <FieldDescription id={`search-${name}-hint`}>{hint}</FieldDescription>
      </Field>
      <Button type="submit" size="field" className="mb-6.25">
        {t("search")}
      </Button>
    </Form>
  );
}
