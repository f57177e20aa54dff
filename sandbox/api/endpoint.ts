import type { Merchant } from "../merchants/config";
import type { Sandbox } from "../sandbox";
import type { FlatValue } from "../wire/flat-json";

export type Fields = ReadonlyMap<string, FlatValue>;

/** A request whose sender is authenticated. */
export type Call = {
  sandbox: Sandbox;
  merchant: Merchant;
  fields: Fields;
  payUrl: string;
};

/** Does what was asked and gives the body of a 200, or throws a Refusal. */
export type Endpoint = (call: Call) => Promise<object>;
