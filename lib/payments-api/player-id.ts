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

/** An id of the merchant's own that cannot be told from one with a number before it: its answers would find nobody. */
export const looksPrefixed = (playerId: string) => PREFIX.test(playerId);
