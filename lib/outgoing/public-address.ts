import { BlockList, isIP } from "node:net";

/** Everything that is not the public internet, by the registries of special addresses (RFC 6890 and its successors). */
const SPECIAL_V4 = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ...["224.0.0.0/4", "240.0.0.0/4"],
];
/** Within 2000::/3, where all public addresses are: documentation, and tunnels that hide an IPv4 address. */
const SPECIAL_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

function listOf(networks: string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits = ""] = network.split("/");
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const specialV4 = listOf(SPECIAL_V4, "ipv4");
const publicV6 = listOf(["2000::/3"], "ipv6");
const specialV6 = listOf(SPECIAL_V6, "ipv6");

/** Whether this is an address of the public internet. What is no address is none. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !specialV4.check(address, "ipv4");
  return family === 6 && publicV6.check(address, "ipv6") && !specialV6.check(address, "ipv6");
}

export const isLoopbackAddress = (address: string): boolean => /^127\.\d+\.\d+\.\d+$|^::1$/.test(address);
