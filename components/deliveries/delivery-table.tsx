import type { ReactNode } from "react";
import { Empty } from "@/components/feedback/empty";
import { TitledCard } from "@/components/ui/card";
import { HeadedTable } from "@/components/ui/table";

type Props = {
  title: string;
  /** How many are shown. */
  lead: string;
  empty: string;
  columns: readonly string[];
  /** A row for each delivery. */
  children: ReactNode[];
  /** Below the rows: other pages of the log. */
  foot?: ReactNode;
};

/** The log of what was sent out, newest first. */
export function DeliveryTable({ title, lead, empty, columns, children, foot }: Props) {
  return (
    <TitledCard
      title={title}
      aside={children.length > 0 && <span className="ml-auto text-xs text-subtle-foreground">{lead}</span>}
    >
      {children.length === 0 ? (
        <Empty title={empty} />
      ) : (
        <div className="relative overflow-x-auto">
          <HeadedTable caption={title} heads={columns.map((column) => column)} isTinted className="text-md">
            {children}
          </HeadedTable>
        </div>
      )}
      {foot}
    </TitledCard>
  );
}
