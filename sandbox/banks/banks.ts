import type { Currency } from "../money/currencies";

export type Bank = { name: string; branch: string; bankCode: string; branchCode: string; nameShort: string };

// The codes that the field payerBankCode accepts; every bank is listed with its head office.
const NAMES = {
  BBL: "Bangkok Bank",
  KBANK: "Kasikornbank",
  KTB: "Krungthai Bank",
  TTB: "TMBThanachart Bank",
  SCB: "Siam Commercial Bank",
  CITI: "Citibank",
  SCBT: "Standard Chartered Bank (Thai)",
  CIMBT: "CIMB Thai Bank",
  UOBT: "United Overseas Bank (Thai)",
  BAY: "Bank of Ayudhya",
  GSB: "Government Savings Bank",
  GHB: "Government Housing Bank",
  BAAC: "Bank for Agriculture and Agricultural Cooperatives",
  MHCB: "Mizuho Bank Bangkok",
  ISBT: "Islamic Bank of Thailand",
  TISCO: "TISCO Bank",
  KKP: "Kiatnakin Phatra Bank",
  ICBCT: "ICBC (Thai)",
  TCRB: "Thai Credit Bank",
  LHBANK: "Land and Houses Bank",
};

const THAI_BANKS: readonly Bank[] = Object.entries(NAMES).map(([bankCode, name]) => ({
  name,
  branch: "Head Office",
  bankCode,
  branchCode: "0001",
  nameShort: bankCode,
}));

/** The banks to choose from; an empty list means that any bank is accepted. */
export const banksOf = (currency: Currency): readonly Bank[] => (currency === "THB" ? THAI_BANKS : []);
