import {
  ArrowUpRight,
  BookUser,
  CalendarCheck,
  Hash,
  Layers,
  type LucideIcon,
  Scale,
  ShieldCheck,
  SlidersHorizontal,
  UserCog,
} from "lucide-react";
import type { ApprovalItem } from "@/lib/approval-queue/schema";

export const ICONS: Record<ApprovalItem["kind"], LucideIcon> = {
  withdrawal: ArrowUpRight,
  batch: Layers,
  day: CalendarCheck,
  exception: Scale,
  approval_rules: SlidersHorizontal,
  daily_limits: SlidersHorizontal,
  api_key_limits: Hash,
  signature_lock: ShieldCheck,
  resume_payouts: ArrowUpRight,
  user: UserCog,
  payee: BookUser,
  payee_import: BookUser,
};
