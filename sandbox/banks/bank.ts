export type Bank = { name: string; branch: string; bankCode: string; branchCode: string; nameShort: string };
