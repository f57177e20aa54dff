import { useTranslations } from "next-intl";
import { ChoiceSelect } from "@/components/forms/choice-select";
import { flipped } from "@/components/forms/flipped";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import { ROLES } from "@/lib/auth/permissions";
import { NOTIFICATION_EVENTS, type NotificationEvent } from "@/lib/events/events";
import { ROUTE_HOURS } from "@/lib/notifications/reach";
import type { ChannelView } from "@/lib/notifications/schema";
import type { NotificationSettings, Route } from "@/lib/notifications/settings";

type Routes = NotificationSettings["routes"];
type Props = { routes: Routes; channels: ChannelView[]; onChange: (routes: Routes) => void };

/** A row for each event; a column for each role and channel. */
export function RoutingMatrix({ routes, channels, onChange }: Props) {
  const t = useTranslations("notifications");
  const roles = useTranslations("roles");
  const set = (event: NotificationEvent, part: Partial<Route>) =>
    onChange({ ...routes, [event]: { ...routes[event], ...part } });
  return (
    <div className="relative overflow-x-auto">
      <Table className="text-md">
        <caption className="sr-only">{t("routing.title")}</caption>
        <thead className="bg-muted">
          <TableRow>
            <TableHead rowSpan={2} className="align-bottom">
              {t("event")}
            </TableHead>
            <TableHead colSpan={ROLES.length} scope="colgroup" className="text-center">
              {t("routing.role")}
            </TableHead>
            {channels.length > 0 && (
              <TableHead colSpan={channels.length} scope="colgroup" className="text-center">
                {t("routing.channel")}
              </TableHead>
            )}
            <TableHead rowSpan={2} className="align-bottom">
              {t("routing.when")}
            </TableHead>
          </TableRow>
          <TableRow>
            {ROLES.map((role) => (
              <TableHead key={role} className="text-center sm:px-2">
                {roles(role)}
              </TableHead>
            ))}
            {channels.map(({ id, name }) => (
              <TableHead key={id} className="max-w-32 truncate text-center sm:px-2">
                {name}
              </TableHead>
            ))}
          </TableRow>
        </thead>
        <tbody>
          {NOTIFICATION_EVENTS.map((event) => {
            const { roles: hearing, channels: chosen, hours } = routes[event];
            const name = t(`events.${event}`);
            return (
              <TableRow key={event}>
                <th scope="row" className="px-3 py-1.5 font-normal sm:px-4">
                  {name}
                </th>
                {ROLES.map((role) => (
                  <Cell
                    key={role}
                    label={t("routing.cell", { event: name, target: roles(role) })}
                    checked={hearing.includes(role)}
                    onChange={() => set(event, { roles: flipped(hearing, role) })}
                  />
                ))}
                {channels.map((channel) => (
                  <Cell
                    key={channel.id}
                    label={t("routing.cell", { event: name, target: channel.name })}
                    checked={chosen.includes(channel.id)}
                    onChange={() => set(event, { channels: flipped(chosen, channel.id) })}
                  />
                ))}
                <TableCell className="py-1.5">
                  <ChoiceSelect
                    aria-label={t("routing.hoursOf", { event: name })}
                    className="min-h-8 py-0.5 text-sm"
                    options={ROUTE_HOURS}
                    text={(one) => t(`hours.${one}`)}
                    value={hours}
                    onChange={(chosen) => set(event, { hours: chosen })}
                  />
                </TableCell>
              </TableRow>
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}

type CellProps = { label: string; checked: boolean; onChange: () => void };

function Cell({ label, checked, onChange }: CellProps) {
  return (
    <TableCell className="p-0 text-center align-middle sm:px-0">
      <label className="flex min-h-9 items-center justify-center pointer-coarse:min-h-11">
        <span className="sr-only">{label}</span>
        <input type="checkbox" checked={checked} onChange={onChange} />
      </label>
    </TableCell>
  );
}
