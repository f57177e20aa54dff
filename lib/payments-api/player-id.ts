/*
 * Today the service puts the merchant's number and an underscore before a player's id in its callbacks; announced is
 * that it no longer will ("Strip a leading run of digits plus underscore to handle both").
 */

const PREFIX = /^\d+_/;

/**
 * The merchant's own id of a player. Once nothing is put before it, an id like `42_abc` would lose its head here, so
 * this is good for a cross-check only.
 */
export const withoutMerchantNumber = (playerId: string) => playerId.replace(/^\d+_(?=.)/, "");

/** A merchant's ID that looks like one with a number before it: its reports could not be matched. */
export const looksPrefixed = (playerId: string) => PREFIX.test(playerId);

/** Whether what the service calls a player is this one, with the merchant's number or without. */
export const isNameOf = (said: string, playerId: string) =>
  said === playerId || withoutMerchantNumber(said) === playerId;
