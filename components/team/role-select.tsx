import { useTranslations } from "next-intl";
import { ChoiceField } from "@/components/forms/choice-field";
import { ROLES, type Role } from "@/lib/auth/permissions";

type Props = { name: string; label: string; value: Role; onChange: (role: Role) => void };

export function RoleSelect(props: Props) {
  const t = useTranslations("roles");
  return <ChoiceField {...props} options={ROLES} text={(role) => t(role)} />;
}
