import { text } from "../wire/input";
import { invalid } from "../wire/refusal";

/** Where a callback is sent. A scheme may be in upper case, as RFC 3986 has it; white space has no place in an address. */
export const callbackUrl = text(2000)
  .refine(
    (value) => /^https?:\/\/\S+$/i.test(value) && URL.canParse(value),
    "must be an http or https URL without white space",
  )
  .meta({ format: "uri" });

const OWN_HOST = /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[0-9a-f:]*\])\.?$/;

/** Refuses an address of the sandbox itself: a callback there would act as an operator or a payer. */
export function refuseOwnAddress(url: string, ownPorts: ReadonlySet<number>): void {
  const { protocol, hostname, port } = new URL(url);
  const isOwnPort = ownPorts.has(Number(port || (protocol === "https:" ? 443 : 80)));
  if (isOwnPort && OWN_HOST.test(hostname)) throw invalid("callbackUrl: must not be an address of the sandbox itself");
}
