import { ShownSecret } from "@/components/display/shown-secret";
import type { ShownLink } from "@/lib/team/schema";

type Props = { links: ShownLink[]; onKept: (link: ShownLink) => void };

/** One-time links to hand over, each with its own button. */
export function ShownLinks({ links, onKept }: Props) {
  return links.map((link) => (
    <ShownSecret key={link.url} of="team" name={link.email} secret={link.url} onKept={() => onKept(link)} />
  ));
}
