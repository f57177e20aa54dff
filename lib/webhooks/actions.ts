"use server";

import { action } from "@/lib/http/action";
import {
  addEndpoint,
  enableEndpoint,
  removeEndpoint,
  replayWebhooks,
  rotateEndpointSecret,
  sendNow,
  testEndpoint,
} from "./commands";
import { endpointInput, oneEndpoint, replayInput } from "./schema";

export const addEndpointAction = action(endpointInput, addEndpoint);
export const removeEndpointAction = action(oneEndpoint, removeEndpoint);
export const rotateEndpointSecretAction = action(oneEndpoint, rotateEndpointSecret);
export const enableEndpointAction = action(oneEndpoint, enableEndpoint);
export const sendNowAction = action(oneEndpoint, sendNow);
export const replayWebhooksAction = action(replayInput, replayWebhooks);
export const testEndpointAction = action(oneEndpoint, testEndpoint);
