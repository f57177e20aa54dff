import "server-only";
import { createHash, createHmac } from "node:crypto";

type Request = {
  method: "PUT";
  url: URL;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
  at: Date;
  keyId: string;
  secret: string;
  region: string;
};

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** As AWS encodes it: everything but letters, digits, `-._~` and the slashes. */
export const encodePath = (path: string): string =>
  path
    .split("/")
    .map((part) => encodeURIComponent(part).replace(/[!'()*]/g, percent))
    .join("/");
const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** The headers of a request to S3 with its AWS Signature Version 4. `url` has no query; `fetch` adds `host`. */
export function signForS3({ method, url, headers, body, at, keyId, secret, region }: Request): Record<string, string> {
  const stamp = at.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const day = stamp.slice(0, 8);
  const sent = { ...headers, "x-amz-content-sha256": sha256(body), "x-amz-date": stamp };
  const signed = Object.entries({ ...sent, host: url.host }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const names = signed.map(([name]) => name).join(";");
  const lines = signed.map(([name, value]) => `${name}:${value}`);
  const canonical = [method, url.pathname, "", ...lines, "", names, sha256(body)].join("\n");
  const scope = [day, region, "s3", "aws4_request"];
  const toSign = ["AWS4-HMAC-SHA256", stamp, scope.join("/"), sha256(canonical)].join("\n");
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${secret}`);
  const signature = hmac(key, toSign).toString("hex");
  const credential = `${keyId}/${scope.join("/")}`;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=${names},Signature=${signature}`,
  };
}
