"use server";

import { recheckDelivery } from "@/lib/callbacks/recheck";
import { action } from "@/lib/http/action";
import { oneDelivery } from "./schema";

export const recheckDeliveryAction = action(oneDelivery, recheckDelivery);
