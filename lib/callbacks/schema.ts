import { z } from "zod";

export const nothing = z.object({});
export const oneAddress = z.object({ addressId: z.uuid() });

export const oneDisagreement = z.object({ id: z.uuid(), deliveryId: z.uuid() });

export const lockProposal = z.object({ locks: z.boolean() });
