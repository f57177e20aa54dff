import Form from "next/form";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field, FieldDescription, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { Environment } from "@/lib/environment";

/** The search term stays in the box, to be changed. Where there is none, one is entered first. */
export function SearchForm({ environment, q }: { environment: Environment; q: string }) {
  const t = useTranslations("search");
  return (
    <Card className="p-4">
      <Form action={`/${environment}/search`} className="grid gap-3">
        <div className="flex flex-wrap items-end gap-2">
          <Field className="min-w-0 flex-1 basis-64">
            <FieldLabel htmlFor="search">{t("label")}</FieldLabel>
            <Input
              key={q}
              id="search"
              name="q"
              type="search"
              required
              autoFocus={q === ""}
              defaultValue={q}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="search"
              aria-describedby="search-hint"
            />
          </Field>
          <Button type="submit" variant="primary" size="field">
            {t("submit")}
          </Button>
        </div>
        <FieldDescription id="search-hint">{t("hint")}</FieldDescription>
      </Form>
    </Card>
  );
}
