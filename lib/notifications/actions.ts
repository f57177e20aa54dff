"use server";

import { action } from "@/lib/http/action";
import {
  addChannel,
  markOpened,
  removeChannel,
  retryNotification,
  saveNotificationSettings,
  saveOwnNotifications,
  testChannel,
} from "./commands";
import { addDevice, removeDevice, testDevice } from "./devices";
import {
  channelInput,
  deviceInput,
  notificationChoicesInput,
  notificationSettingsInput,
  oneChannel,
  oneDevice,
  oneNotificationDelivery,
  openedInput,
} from "./schema";

export const saveNotificationSettingsAction = action(notificationSettingsInput, saveNotificationSettings);
export const addChannelAction = action(channelInput, addChannel);
export const removeChannelAction = action(oneChannel, removeChannel);
export const testChannelAction = action(oneChannel, testChannel);
export const retryNotificationAction = action(oneNotificationDelivery, retryNotification);
export const saveOwnNotificationsAction = action(notificationChoicesInput, saveOwnNotifications);
export const markOpenedAction = action(openedInput, markOpened);
export const addDeviceAction = action(deviceInput, addDevice);
export const removeDeviceAction = action(oneDevice, removeDevice);
export const testDeviceAction = action(oneDevice, testDevice);
