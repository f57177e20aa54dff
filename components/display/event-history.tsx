import type { ReactNode } from "react";
import { Timestamp } from "./timestamp";

type Props<Event> = { title: string; lead?: ReactNode; events: Event[]; sentence: (event: Event) => ReactNode };

/** What happened to a row, the newest first. */
export function EventHistory<Event extends { at: string; kind: string }>(props: Props<Event>) {
  const { title, lead, events, sentence } = props;
  return (
    <section className="grid gap-1.5 border-t border-border pt-4">
      <h3 className="text-sm font-semibold">{title}</h3>
      {lead && <p className="text-xs text-muted-foreground">{lead}</p>}
      <ol className="grid gap-1 text-sm">
        {events.map((event) => (
          <li key={`${event.at} ${event.kind}`} className="flex flex-wrap gap-x-2">
            <span className="text-xs leading-5 text-subtle-foreground">
              <Timestamp at={event.at} style="minute" />
            </span>
            {sentence(event)}
          </li>
        ))}
      </ol>
    </section>
  );
}
