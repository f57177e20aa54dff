import { BlockList, isIP } from "node:net";

/** Whether this is an address, or a network as "10.0.0.0/8" or "fd00::/8". */
export function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const family = isIP(address);
  if (family === 0 || address.includes("%") || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** A test for addresses within these networks. */
export function networksOf(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => list.check(address, familyOf(address));
}

/**
 * The client's address: the connected peer or, behind our own proxies, the last address that each added to
 * X-Forwarded-For. Entries further left come from the sender and are ignored. Null if unknown.
 */
export function sourceOf(
  peer: string | null,
  forwardedFor: string | null,
  isProxy: (address: string) => boolean,
): string | null {
  let source = addressIn(peer ?? "");
  for (const hop of (forwardedFor ?? "").split(",").reverse()) {
    if (source === null || !isProxy(source)) return source;
    const before = addressIn(hop);
    if (before === null) return source;
    source = before;
  }
  return source;
}

const familyOf = (address: string) => (isIP(address) === 4 ? "ipv4" : "ipv6");

/** The plain address, without brackets, port or zone; an IPv4 address within IPv6 becomes IPv4. */
export function addressIn(text: string): string | null {
  const bare = text.trim().replace(/^\[([^\]]+)\](:\d+)?$/, "$1");
  const whole = isIP(bare) === 0 ? bare.replace(/:\d+$/, "") : bare;
  const address = whole.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "");
  return isIP(address) === 0 ? null : address;
}
