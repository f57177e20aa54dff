"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { TestAndRemove, TestOutcome } from "@/components/commands/test-and-remove";
import { useCommand } from "@/components/commands/use-command";
import { Timestamp } from "@/components/display/timestamp";
import { Empty } from "@/components/feedback/empty";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { addDeviceAction, removeDeviceAction, testDeviceAction } from "@/lib/notifications/actions";
import type { DeviceView } from "@/lib/notifications/schema";
import { endSubscription, hashOfSubscription, hasPlace, isPushPossible, subscribe } from "./push-subscription";

type Props = { environment: Environment; devices: DeviceView[]; pushKey: string };

/** The browsers that the signed-in user hears on. */
export function Devices({ environment, devices, pushKey }: Props) {
  const t = useTranslations("notifications.devices");
  const [here, setHere] = useState<string | null>(null);
  useEffect(() => {
    hashOfSubscription().then(setHere, () => setHere(null));
  }, []);
  return (
    <TitledCard title={t("title")}>
      <p className="border-b border-border px-4 py-2.5 text-sm text-muted-foreground">{t("lead")}</p>
      {devices.length === 0 ? (
        <Empty title={t("empty")} />
      ) : (
        <ul>
          {devices.map((device) => (
            <Device key={device.id} {...{ environment, device }} isHere={device.hash === here} />
          ))}
        </ul>
      )}
      <AddDevice {...{ environment, devices, pushKey, here }} onAdded={setHere} />
    </TitledCard>
  );
}

type DeviceProps = { environment: Environment; device: DeviceView; isHere: boolean };

function Device({ environment, device: { id: deviceId, browser, system, host, addedAt }, isHere }: DeviceProps) {
  const t = useTranslations("notifications");
  const test = useCommand(() => testDeviceAction(environment, { deviceId }));
  const remove = useCommand(() => removeDeviceAction(environment, { deviceId }), {
    onDone: () => {
      // Without it the browser would keep an address that nothing is sent to.
      if (isHere) endSubscription().catch(() => {});
    },
  });
  const name = t("devices.name", { browser: browser ?? "", system: system ?? "" }).trim() || host;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border px-4 py-2.5 text-md last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {name} {isHere && <span className="text-xs font-normal text-muted-foreground">{t("devices.here")}</span>}
        </p>
        <p className="text-xs text-muted-foreground">
          <span className="font-mono">{host}</span> ·{" "}
          {t.rich("devices.added", { at: () => <Timestamp at={addedAt} style="minute" /> })}
        </p>
        <TestOutcome test={test} />
        <CommandProblem of={test} say={(problem) => t(`problems.${problem}`)} />
        <CommandProblem of={remove} say={(problem) => t(`problems.${problem}`)} />
      </div>
      <div className="flex flex-wrap gap-2">
        <TestAndRemove name={name} test={test} remove={remove} />
      </div>
    </li>
  );
}

type AddProps = Props & { here: string | null; onAdded: (hash: string | null) => void };

type Trouble = "devices.unsupported" | "devices.denied" | "devices.failed" | "problems.too_many_devices";

function AddDevice({ environment, devices, pushKey, here, onAdded }: AddProps) {
  const t = useTranslations("notifications");
  const locale = useLocale() === "ja" ? "ja" : "en";
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const add = useCommand((device: Parameters<typeof addDeviceAction>[1]) => addDeviceAction(environment, device), {
    onDone: () => void hashOfSubscription().then(onAdded, () => onAdded(null)),
  });
  const isFull = !hasPlace(devices, here);
  const { refusal, reset } = add;
  // One was removed: what forbade another is over.
  if (!isFull && trouble === "problems.too_many_devices") setTrouble(null);
  const wasFull = useRef(isFull);
  useEffect(() => {
    if (wasFull.current && !isFull && refusal?.kind === "too_many_devices") reset();
    wasFull.current = isFull;
  }, [isFull, refusal, reset]);
  async function ask() {
    if (isAsking || add.isPending) return;
    if (!isPushPossible()) return setTrouble("devices.unsupported");
    // Before the browser's subscription is replaced: another user of the browser may hear on it.
    if (isFull) return setTrouble("problems.too_many_devices");
    setTrouble(null);
    setIsAsking(true);
    try {
      if ((await Notification.requestPermission()) !== "granted") return setTrouble("devices.denied");
      const isAdded = devices.some(({ hash }) => hash === here);
      add.send({ ...(await subscribe(pushKey, isAdded)), locale, userAgent: navigator.userAgent });
    } catch {
      // No push service, or none that can be reached.
      setTrouble("devices.failed");
    } finally {
      setIsAsking(false);
    }
  }
  return (
    <div className="grid justify-items-start gap-2 border-t border-border px-4 py-3">
      <Button size="field" disabled={isAsking || add.isPending} onClick={ask}>
        {t(isAsking || add.isPending ? "devices.adding" : "devices.add")}
      </Button>
      <p role="status" className="text-sm text-muted-foreground empty:hidden">
        {add.isDone && t("devices.done")}
      </p>
      {trouble && (
        <p role="alert" className="text-sm text-destructive">
          {t(trouble)}
        </p>
      )}
      <CommandProblem of={add} say={(problem) => t(`problems.${problem}`)} />
    </div>
  );
}
