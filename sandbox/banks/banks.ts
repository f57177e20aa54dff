import type { Currency } from "../money/currencies";
import { type Bank, THAI_BANKS } from "./thai";

/** The banks to choose from; an empty list means that any bank is accepted. */
export const banksOf = (currency: Currency): readonly Bank[] => (currency === "THB" ? THAI_BANKS : []);
