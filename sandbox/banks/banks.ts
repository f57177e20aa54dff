import type { Currency } from "../money/currencies";
import { THAI_BANKS } from "./thai";

export type Bank = { name: string; branch: string; bankCode: string; branchCode: string; nameShort: string };

/** The banks to choose from; an empty list means that any bank is accepted. */
export const banksOf = (currency: Currency): readonly Bank[] => (currency === "THB" ? THAI_BANKS : []);
