import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import type { LeftHolder } from "@/lib/auth/left-holders";
import { Timestamp } from "./timestamp";

type Props = { of: "apiKeys" | "webhooks"; holders: LeftHolder[] };

/** Users who left and know a secret that works. */
export function LeftHolders({ of, holders }: Props) {
  const t = useTranslations(`${of}.left`);
  if (holders.length === 0) return null;
  return (
    <Alert tone="watch">
      {holders.map(({ name, isDisabled, until }) => {
        const values = { name, why: isDisabled ? "disabled" : "role" };
        return (
          <p key={`${name} ${until}`}>
            {until === null
              ? t("present", values)
              : t.rich("former", { ...values, until: () => <Timestamp at={until} style="minute" /> })}
          </p>
        );
      })}
    </Alert>
  );
}
