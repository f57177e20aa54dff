import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { useNow } from "@/components/use-now";
import type { RegistrationView } from "@/lib/kyc/schema";
import type { KycDisplayStatus } from "@/lib/kyc/state";
import { KycStatusBadge, kycStatusAt } from "./kyc-status-badge";
import { NameDifference } from "./name-difference";

type Props = {
  registrations: RegistrationView[];
  /** The names that are masked in them, where they were shown. */
  names: Record<string, string> | undefined;
  asOf: string;
};

/** Every registration of one player, newest first, each beside the name before it. */
export function Registrations({ registrations: seen, names, asOf }: Props) {
  const t = useTranslations("players");
  const registrations = seen.map((one) => {
    const userName = names?.[one.registrationId];
    return userName === undefined ? one : { ...one, userName, masked: false };
  });
  const now = useNow(10_000) ?? Date.parse(asOf);
  return (
    <ol>
      {registrations.map((registration, at) => {
        const { registrationId, userName, masked, status, requestedBy, createdAt } = registration;
        const before = registrations[at + 1]?.userName ?? null;
        return (
          <li key={registrationId} className="grid gap-1.5 border-b border-border px-4 py-3 last:border-b-0">
            <div className="flex flex-wrap items-center justify-between gap-2">
              {userName === null ? (
                <span className="text-subtle-foreground">{t("nameElsewhere")}</span>
              ) : (
                <span lang="ja" className="font-semibold">
                  {userName}
                </span>
              )}
              <KycStatusBadge displayStatus={cameTo(registration, now)} status={status} />
            </div>
            {!masked && userName !== null && before !== null && <NameDifference before={before} after={userName} />}
            <p className="text-xs text-subtle-foreground">
              <Timestamp at={createdAt} style="full" />
              {requestedBy !== null && ` · ${t("requestedBy", { name: requestedBy })}`}
            </p>
          </li>
        );
      })}
    </ol>
  );
}

const ENDS: readonly KycDisplayStatus[] = ["registered", "failed", "expired", "not_found"];

/** What the service decided about an earlier registration stays true of it. */
function cameTo(registration: RegistrationView, now: number): KycDisplayStatus {
  const end = kycStatusAt({ ...registration, superseded: false }, now);
  return ENDS.includes(end) ? end : kycStatusAt(registration, now);
}
