import Form from "next/form";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field, FieldDescription, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { Environment } from "@/lib/environment";
import type { PlayerFilter } from "@/lib/kyc/schema";

/** One box for an id or a name. */
export function PlayerSearch({ environment, filter: { show, q } }: { environment: Environment; filter: PlayerFilter }) {
  const t = useTranslations("players");
  return (
    <Card className="mb-4 p-4">
      <Form action={`/${environment}/players`} className="grid gap-1.5">
        <div className="flex flex-wrap items-end gap-2">
          <Field className="min-w-0 flex-1 basis-64">
            <FieldLabel htmlFor="player-search">{t("searchLabel")}</FieldLabel>
            <Input
              key={q}
              id="player-search"
              name="q"
              type="search"
              defaultValue={q}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              aria-describedby="player-search-hint"
            />
          </Field>
          {show !== "all" && <input type="hidden" name="show" value={show} />}
          <Button type="submit" size="field">
            {t("search")}
          </Button>
        </div>
        <FieldDescription id="player-search-hint">{t("searchHint")}</FieldDescription>
      </Form>
    </Card>
  );
}
