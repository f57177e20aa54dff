import type { AppSetUp } from "@/lib/security/schema";

type Props = { picture: AppSetUp["picture"]; label: string };

/** Always dark on white, also at night: many cameras read no other. */
export function QrCode({ picture: { size, path }, label }: Props) {
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="size-48 rounded-lg">
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} shapeRendering="crispEdges" />
    </svg>
  );
}
