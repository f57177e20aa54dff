import type { Merchant } from "../merchants/file";
import type { Sandbox } from "../sandbox";
import type { Json } from "../wire/digits";
import type { FlatValue } from "../wire/flat-json";
import type { Nonce } from "./nonce";

/** A request that is who it says it is. */
export type Call = {
  sandbox: Sandbox;
  merchant: Merchant;
  fields: ReadonlyMap<string, FlatValue>;
  nonce: Nonce;
  payUrl: string;
};

/** Does what was asked and gives the body of a 200, or throws a Refusal. */
export type Endpoint = (call: Call) => Promise<Json>;
