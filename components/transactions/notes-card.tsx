import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Avatar } from "@/components/display/avatar";
import { Timestamp } from "@/components/display/timestamp";
import { TitledCard } from "@/components/ui/card";
import { Count } from "@/components/ui/count";
import type { NoteView } from "@/lib/transactions/schema";

type Props = {
  notes: NoteView[];
  /** Where a new one is written, for those who may. */
  children: ReactNode;
};

/** What people wrote down about the order, newest first, as they wrote it. */
export function NotesCard({ notes, children }: Props) {
  const t = useTranslations("orders.note");
  return (
    <TitledCard title={t("title")} aside={<Count>{notes.length}</Count>}>
      {children}
      {notes.length > 0 && (
        <ul className="grid gap-3 px-4 py-3.5">
          {notes.map(({ id, at, by, text }) => (
            <li key={id} className="flex items-start gap-2.5 text-sm">
              <Avatar name={by} className="size-5.5" />
              <div className="min-w-0">
                <span className="font-semibold">{by}</span>{" "}
                <span className="text-xs text-subtle-foreground">
                  <Timestamp at={at} style="recent" />
                </span>
                <p className="wrap-anywhere whitespace-pre-wrap text-muted-foreground">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </TitledCard>
  );
}
