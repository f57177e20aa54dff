import Form from "next/form";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field, FieldDescription, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { Environment } from "@/lib/environment";

type Props = { environment: Environment; id: string; children: ReactNode };

/** One box for either id. What came of the last look-up stands below it; what was typed stays in it. */
export function LookUp({ environment, id, children }: Props) {
  const t = useTranslations("orders");
  return (
    <Card className="mb-4 p-4">
      <Form action={`/${environment}/transactions`} className="grid gap-3">
        <div className="flex flex-wrap items-end gap-2">
          <Field className="min-w-0 flex-1 basis-64">
            <FieldLabel htmlFor="look-up">{t("lookUpLabel")}</FieldLabel>
            <Input
              key={id}
              id="look-up"
              name="id"
              type="search"
              required
              defaultValue={id}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              aria-describedby="look-up-hint"
              kind="code"
            />
          </Field>
          <Button type="submit" variant="primary" size="field">
            {t("lookUpSubmit")}
          </Button>
        </div>
        <FieldDescription id="look-up-hint">{t("lookUpHint")}</FieldDescription>
      </Form>
      <div role="status">{children}</div>
    </Card>
  );
}

export function LookUpProblem({ title, text }: { title: string; text: string }) {
  return (
    <Alert tone="watch" className="mt-3">
      <p className="font-semibold">{title}</p>
      <p>{text}</p>
    </Alert>
  );
}
