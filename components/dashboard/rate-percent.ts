import { cutOff } from "@/lib/reports/share";

/** `97.0%` */
export const ratePercent = (rate: number) => `${cutOff(rate * 100, 1)}%`;
