import Form from "next/form";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Field, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { Environment } from "@/lib/environment";
import type { TeamFilter } from "@/lib/team/schema";

type Props = { environment: Environment; filter: TeamFilter };

export function TeamSearch({ environment, filter: { show, q } }: Props) {
  const t = useTranslations("team");
  return (
    <Form action={`/${environment}/settings/team`} className="mb-4 flex max-w-120 flex-wrap items-end gap-2">
      <Field className="min-w-0 flex-1 basis-56">
        <FieldLabel htmlFor="team-search">{t("searchLabel")}</FieldLabel>
        <Input
          key={q}
          id="team-search"
          name="q"
          type="search"
          defaultValue={q}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      {show !== "all" && <input type="hidden" name="show" value={show} />}
      <Button type="submit" size="field">
        {t("search")}
      </Button>
    </Form>
  );
}
