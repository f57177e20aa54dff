/** Where to report a vulnerability (RFC 9116). */
export const SECURITY_TXT = "/.well-known/security.txt";

const GOOD_FOR_DAYS = 180;

/** The file's text. The standard requires an expiry date less than a year ahead. */
export function securityTxt({ contact, appUrl, now }: { contact: string; appUrl: string; now: Date }): string {
  const expires = new Date(now.getTime() + GOOD_FOR_DAYS * 24 * 3_600_000);
  expires.setUTCHours(0, 0, 0, 0);
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en, ja",
    `Canonical: ${appUrl}${SECURITY_TXT}`,
  ];
  return `${lines.join("\n")}\n`;
}
