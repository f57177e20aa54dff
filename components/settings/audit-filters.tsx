import { useTranslations } from "next-intl";
import { DayRange } from "@/components/filters/day-range";
import { FilterForm, PLAIN } from "@/components/filters/filter-form";
import { Field, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { auditAddress } from "@/lib/audit/filter";
import type { AuditChoices, AuditFilter } from "@/lib/audit/schema";
import type { Environment } from "@/lib/environment";

type Props = { environment: Environment; filter: Omit<AuditFilter, "before">; choices: AuditChoices };

/** Which lines are shown. All of it stands in the address. */
export function AuditFilters({ environment, filter, choices }: Props) {
  const t = useTranslations("audit.filters");
  const { chain, who = "", action = "", subject = "" } = filter;
  const count = new URLSearchParams(auditAddress({ ...filter, chain: "here" })).size;
  return (
    // Remounted for each address, so that the fields always match the list below.
    <FilterForm
      key={auditAddress(filter)}
      path={`/${environment}/settings/audit`}
      count={count}
      clear={auditAddress({ chain })}
      words={{ apply: t("apply"), clear: t("clear") }}
    >
      {chain !== "here" && <input type="hidden" name="chain" value={chain} />}
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <Field>
          <FieldLabel htmlFor="audit-who">{t("who")}</FieldLabel>
          <NativeSelect id="audit-who" name="who" defaultValue={who}>
            <option value="">{t("allUsers")}</option>
            <option value="users">{t("users")}</option>
            {choices.users.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <Field>
          <FieldLabel htmlFor="audit-action">{t("action")}</FieldLabel>
          <NativeSelect id="audit-action" name="action" defaultValue={action}>
            <option value="">{t("allActions")}</option>
            {choices.actions.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <Field>
          <FieldLabel htmlFor="audit-subject">{t("subject")}</FieldLabel>
          <Input id="audit-subject" name="subject" defaultValue={subject} kind="code" {...PLAIN} />
        </Field>
        <DayRange id="audit" days={filter} words={{ from: t("from"), to: t("to") }} />
      </div>
    </FilterForm>
  );
}
