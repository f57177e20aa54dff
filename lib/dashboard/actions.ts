"use server";

import { oneProposal } from "@/lib/auth/proposal";
import { action } from "@/lib/http/action";
import { dismissRequest } from "./proposals";

export const dismissRequestAction = action(oneProposal, dismissRequest);
