import { useTranslations } from "next-intl";
import { DetailPanel } from "@/components/data-table/detail-panel";
import type { PanelSteps } from "@/components/data-table/docked";
import { Fact, Facts } from "@/components/display/facts";
import { Timestamp } from "@/components/display/timestamp";
import { RawDelivery } from "@/components/evidence/raw-delivery";
import { actorName } from "@/components/messages/audit-sentence";
import type { ActivityEntry } from "@/lib/activity/schema";
import type { Environment } from "@/lib/environment";
import { Reference } from "./activity-columns";
import { useEntryWords } from "./use-entry-words";

type Props = {
  environment: Environment;
  entry: ActivityEntry;
  steps: PanelSteps;
  mayReadRaw: boolean;
  mayRecheck: boolean;
};

/** One entry of the event log: all that its row has no room for, and the callback as it came. */
export function ActivityPanel({ environment, entry, steps, mayReadRaw, mayRecheck }: Props) {
  const t = useTranslations("activity");
  const { source, what, result } = useEntryWords()(entry);
  const reference = Reference({ environment, entry });
  return (
    <DetailPanel
      label={t("entry")}
      head={<h2 className="text-sm font-semibold">{t(`sources.${source}`)}</h2>}
      steps={steps}
    >
      <div className="grid gap-4">
        <p className="font-semibold break-words">{what || result}</p>
        <div className="-mx-4 text-md">
          <Facts>
            <Fact name={t("when")}>
              <Timestamp at={entry.at} style="full" />
            </Fact>
            {reference && <Fact name={t("reference")}>{reference}</Fact>}
            {entry.kind === "delivery" ? (
              <DeliveryFacts delivery={entry} result={result} />
            ) : (
              <ActionFacts event={entry} />
            )}
          </Facts>
        </div>
        {mayReadRaw && entry.kind === "delivery" && (
          <RawDelivery key={entry.id} environment={environment} deliveryId={entry.id} mayRecheck={mayRecheck} />
        )}
      </div>
    </DetailPanel>
  );
}

type Delivery = Extract<ActivityEntry, { kind: "delivery" }>;

function DeliveryFacts({ delivery, result }: { delivery: Delivery; result: string | null }) {
  const t = useTranslations("activity");
  const { signature, answered, sourceAddress } = delivery;
  return (
    <>
      <Fact name={t("cause")}>{result}</Fact>
      <Fact name={t("proof")}>{t(`signatures.${signature}`)}</Fact>
      <Fact name={t("answered")}>
        <span className="figures">{answered}</span>
      </Fact>
      {sourceAddress && (
        <Fact name={t("from")}>
          <span className="font-mono text-xs">{sourceAddress}</span>
        </Fact>
      )}
    </>
  );
}

type Action = Extract<ActivityEntry, { kind: "audit" }>;

function ActionFacts({ event: { actor, action, subject } }: { event: Action }) {
  const t = useTranslations("activity");
  const actions = useTranslations("actions");
  return (
    <>
      <Fact name={t("by")}>{actorName(actions, actor)}</Fact>
      <Fact name={t("action")}>
        <span className="font-mono text-xs break-all">{action}</span>
      </Fact>
      <Fact name={t("subject")}>
        <span className="font-mono text-xs break-all">{subject}</span>
      </Fact>
    </>
  );
}
