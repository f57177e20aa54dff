import {
  Activity,
  ArrowDownLeft,
  ArrowUpRight,
  BookUser,
  CalendarCheck,
  ChartColumn,
  House,
  IdCard,
  Landmark,
  Layers,
  List,
  type LucideIcon,
  Plug,
  Scale,
  Settings,
  Stamp,
  Wallet,
} from "lucide-react";
import { cn } from "@/lib/cn";
import type { SectionName } from "./sections";

const ICONS: Record<SectionName, LucideIcon> = {
  dashboard: House,
  approvals: Stamp,
  balances: Wallet,
  transactions: List,
  deposits: ArrowDownLeft,
  withdrawals: ArrowUpRight,
  batches: Layers,
  payees: BookUser,
  reconciliation: Scale,
  "daily-close": CalendarCheck,
  reports: ChartColumn,
  players: IdCard,
  activity: Activity,
  "api-status": Plug,
  banks: Landmark,
  settings: Settings,
};

/** The same picture of a section wherever it is offered. */
export function SectionIcon({ name, className }: { name: SectionName; className?: string | undefined }) {
  const Drawn = ICONS[name];
  return <Drawn aria-hidden className={cn("size-4 shrink-0", className)} />;
}
