import type { Route } from "next";
import { returnAddress } from "@/components/sign-in/return-address";

/** Where one came from to register a player, such as a deposit; null where that is no page of this console. */
export function backAddress(wanted: string | null): Route | null {
  const address = returnAddress(wanted ?? undefined);
  return address === "/" ? null : address;
}
