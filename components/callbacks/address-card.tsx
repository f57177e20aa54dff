"use client";

import { useTranslations } from "next-intl";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { Copyable } from "@/components/display/copyable";
import { Timestamp } from "@/components/display/timestamp";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import { retireCallbackAddressAction, rotateCallbackAddressAction } from "@/lib/callbacks/actions";
import type { CallbackAddress, CallbackAddresses } from "@/lib/callbacks/signature-policy";
import type { Environment } from "@/lib/environment";

type Props = { environment: Environment; addresses: CallbackAddresses; mayChange: boolean };

/** Where the service calls about orders that the merchant's own systems create, and the addresses before this one. */
export function AddressCard({ environment, addresses: { current, older, own }, mayChange }: Props) {
  const t = useTranslations("callbacks.address");
  const problems = useTranslations("callbacks.problems");
  const rotate = useCommand((nothing: Record<string, never>) => rotateCallbackAddressAction(environment, nothing));
  const { isLeaving } = rotate;
  return (
    <TitledCard title={t("title")}>
      <div className="grid gap-3 px-4 py-3">
        <p className="max-w-prose text-muted-foreground">{t("text")}</p>
        {current ? <Address address={current} /> : <p>{t("none")}</p>}
        {mayChange && (
          <div>
            <Button size="field" disabled={isLeaving} onClick={() => rotate.send({})}>
              {isLeaving ? t("sending") : t(current ? "rotate" : "make")}
            </Button>
          </div>
        )}
        <CommandProblem of={rotate} say={(kind) => problems(kind)} />
        {own.overQuota > 0 && (
          <p className="text-xs text-subtle-foreground">
            {t("ownOverQuota", { count: own.overQuota, addresses: own.addresses })}
          </p>
        )}
      </div>
      {older.length > 0 && (
        <div className="border-t border-border px-4 py-3">
          <h3 className="text-sm font-semibold">{t("older")}</h3>
          <p className="mb-2 text-muted-foreground">{t("olderText")}</p>
          <ul className="grid gap-3">
            {older.map((address) => (
              <li key={address.id} className="grid gap-2">
                <Address address={address} />
                {mayChange && <Retire environment={environment} address={address} />}
              </li>
            ))}
          </ul>
        </div>
      )}
    </TitledCard>
  );
}

function Address({ address: { url, madeBy, madeAt, lastUsedAt, overQuota } }: { address: CallbackAddress }) {
  const t = useTranslations("callbacks.address");
  const made = () => <Timestamp at={madeAt} style="minute" />;
  const used = () => <Timestamp at={lastUsedAt ?? madeAt} style="minute" />;
  return (
    <div>
      <Copyable text={url} what={t("title")} />
      <p className="text-xs text-subtle-foreground">
        {t.rich("madeBy", { name: madeBy, at: made })} ·{" "}
        {lastUsedAt ? t.rich("lastUsed", { at: used }) : t("neverUsed")}
      </p>
      {overQuota > 0 && <p className="text-xs text-subtle-foreground">{t("overQuota", { count: overQuota })}</p>}
    </div>
  );
}

function Retire({ environment, address: { id, url } }: { environment: Environment; address: CallbackAddress }) {
  const t = useTranslations("callbacks.address");
  const problems = useTranslations("callbacks.problems");
  const retire = useCommand((addressId: string) => retireCallbackAddressAction(environment, { addressId }));
  const { isLeaving } = retire;
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        disabled={isLeaving}
        aria-label={t("retireWhich", { end: url.slice(-6) })}
        onClick={() => retire.send(id)}
      >
        {isLeaving ? t("sending") : t("retire")}
      </Button>
      <CommandProblem of={retire} say={(kind) => problems(kind)} />
    </div>
  );
}
