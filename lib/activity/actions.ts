"use server";

import { action } from "@/lib/auth/action";
import { recheckDelivery } from "@/lib/callbacks/rechecking";
import { oneDelivery } from "./schema";

export const recheckDeliveryAction = action(oneDelivery, recheckDelivery);
