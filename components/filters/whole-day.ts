import { tokyoDayRange } from "@/lib/time";

/** A day whose year is still being typed begins with zeros, and one of another century is no day of ours. */
export const isWholeDay = (typed: string) => typed.startsWith("2") && tokyoDayRange(typed) !== null;
