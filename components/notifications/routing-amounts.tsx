import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { HeadedTable, TableCell, TableRow } from "@/components/ui/table";
import { USUAL_REACH } from "@/lib/notifications/reach";
import type { ChannelView } from "@/lib/notifications/schema";
import { EVENTS_WITH_AMOUNT } from "@/lib/notifications/settings";
import { LeastFields } from "./least-fields";
import { ReachFields } from "./reach-fields";
import type { EditedSettings } from "./routing-options";

type Props = {
  edited: EditedSettings;
  channels: ChannelView[];
  fields: Record<string, string>;
  onChange: (settings: EditedSettings) => void;
};

/** From which amount on an event is announced, and what single channels hear otherwise. */
export function RoutingAmounts({ edited, channels, fields, onChange }: Props) {
  const t = useTranslations("notifications");
  const { routes, reaches } = edited;
  return (
    <>
      <TitledDisclosure title={t("routing.least")} lead={t("routing.leastLead")}>
        <HeadedTable caption={t("routing.least")} heads={[t("event"), t("reach.least")]} isTinted className="text-md">
          {EVENTS_WITH_AMOUNT.map((event) => (
            <TableRow key={event}>
              <th scope="row" className="px-3 py-1.5 font-normal sm:px-4">
                {t(`events.${event}`)}
              </th>
              <TableCell className="py-1.5">
                <LeastFields
                  fields={fields}
                  path={`routes.${event}.least`}
                  label={t(`events.${event}`)}
                  least={routes[event].least}
                  onChange={(least) =>
                    onChange({ ...edited, routes: { ...routes, [event]: { ...routes[event], least } } })
                  }
                />
              </TableCell>
            </TableRow>
          ))}
        </HeadedTable>
      </TitledDisclosure>
      {channels.map(({ id, name }) => {
        const reach = reaches[id] ?? USUAL_REACH;
        return (
          <TitledDisclosure key={id} title={t("routing.ofChannel", { name })} lead={t("routing.ofChannelLead")}>
            <div className="px-4 pb-3">
              <ReachFields
                {...{ reach, fields }}
                name={`reach-${id}`}
                path={`reaches.${id}.`}
                label={name}
                onChange={(part) => onChange({ ...edited, reaches: { ...reaches, [id]: { ...reach, ...part } } })}
              />
            </div>
          </TitledDisclosure>
        );
      })}
    </>
  );
}

type DisclosureProps = { title: string; lead: string; children: ReactNode };

/** A part of a form that few change; its fields keep what was entered while it is closed. */
function TitledDisclosure({ title, lead, children }: DisclosureProps) {
  return (
    <details className="border-t border-border">
      <summary className="px-4 py-2.5 text-sm font-semibold hover:bg-accent pointer-coarse:py-3">{title}</summary>
      <p className="px-4 pb-2.5 text-sm text-muted-foreground">{lead}</p>
      <div className="relative overflow-x-auto">{children}</div>
    </details>
  );
}
