export { seesLedgers, typedTextFor } from "@/lib/pii/access";
