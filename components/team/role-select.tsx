import { useTranslations } from "next-intl";
import { FormField } from "@/components/forms/form-field";
import { NativeSelect } from "@/components/ui/native-select";
import { ROLES, type Role } from "@/lib/auth/permissions";

type Props = { name: string; label: string; value: Role; onChange: (role: Role) => void };

export function RoleSelect({ name, label, value, onChange }: Props) {
  const t = useTranslations("roles");
  return (
    <FormField name={name} label={label} problem={undefined}>
      {(control) => (
        <NativeSelect
          {...control}
          value={value}
          onChange={({ target }) => {
            const chosen = ROLES.find((role) => role === target.value);
            if (chosen) onChange(chosen);
          }}
        >
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {t(role)}
            </option>
          ))}
        </NativeSelect>
      )}
    </FormField>
  );
}
