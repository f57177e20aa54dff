import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { listenLocally } from "./local-server";

export const BUCKET_KEYS = { keyId: "key-of-tests", secret: "secret/of+tests", region: "ap-northeast-1" };

export type Bucket = Awaited<ReturnType<typeof openBucket>>;

/** An S3-compatible store that checks AWS Signature Version 4 by the bytes that arrived. */
export async function openBucket() {
  const objects = new Map<string, string>();
  const mood: { answer: number | "hang" | null } = { answer: null };
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    const key = request.url ?? "";
    if (mood.answer === "hang") return;
    if (mood.answer !== null) return response.writeHead(mood.answer, { location: `${key}-elsewhere` }).end();
    if (!isSigned(request, body))
      return response.writeHead(403).end("<Error><Code>SignatureDoesNotMatch</Code></Error>");
    if (request.headers["if-none-match"] === "*" && objects.has(key)) return response.writeHead(412).end();
    objects.set(key, body);
    return response.writeHead(200).end();
  });
  const { url, close } = await listenLocally(server);
  return {
    ...{ url, objects, mood, close },
    requests: () => requests,
  };
}

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

function isSigned({ method, url, headers }: IncomingMessage, body: string): boolean {
  const { keyId, secret, region } = BUCKET_KEYS;
  const [, credential, names = "", signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+),SignedHeaders=([a-z0-9;-]+),Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? "",
    ) ?? [];
  const stamp = String(headers["x-amz-date"]);
  const scope = `${stamp.slice(0, 8)}/${region}/s3/aws4_request`;
  const signed = names.split(";");
  const needed = ["host", "if-none-match", "x-amz-content-sha256", "x-amz-date"];
  if (credential !== `${keyId}/${scope}` || !needed.every((name) => signed.includes(name))) return false;
  if (headers["x-amz-content-sha256"] !== sha256(body)) return false;
  const lines = signed.map((name) => `${name}:${headers[name]}\n`).join("");
  const canonical = `${method}\n${url}\n\n${lines}\n${names}\n${sha256(body)}`;
  const toSign = `AWS4-HMAC-SHA256\n${stamp}\n${scope}\n${sha256(canonical)}`;
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, stamp.slice(0, 8)), region), "s3"), "aws4_request");
  return hmac(key, toSign).toString("hex") === signature;
}
