import { config } from "zod/v4/core";
import { namePageUser } from "@/components/shell/page-user";

// Zod would try by `new Function` whether it may compile schemas. Our content security policy refuses that, and browsers
// report every refusal.
config({ jitless: true });

namePageUser();
