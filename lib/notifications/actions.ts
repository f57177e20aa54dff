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
import {
  channelInput,
  notificationChoicesInput,
  notificationSettingsInput,
  oneChannel,
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
