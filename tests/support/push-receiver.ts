import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { listenLocally } from "./local-server";

type Pushed = { headers: Record<string, string>; message: unknown };

/**
 * A push service and its one browser: it decrypts what it is sent (RFC 8291, RFC 8188) and checks the signature of the
 * sender (RFC 8292), by these documents and without the library that made them.
 */
export async function startPushService(applicationServerKey: string) {
  const received: Pushed[] = [];
  const behaviour = { status: 201, location: "" };
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  const auth = randomBytes(16);
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const { status, location } = behaviour;
    if (status === 201) {
      checkSignature(headers.authorization ?? "", applicationServerKey, `http://${request.headers.host}`);
      received.push({ headers, message: JSON.parse(decrypt(body, ecdh, auth)) });
    }
    response.writeHead(status, location === "" ? {} : { location }).end();
  });
  const { url, close } = await listenLocally(server);
  const keys = { p256dh: ecdh.getPublicKey("base64url"), auth: auth.toString("base64url") };
  return {
    subscription: { endpoint: `${url}/push/secret-part`, keys },
    ...{ received, behaviour, close },
  };
}

/** One record of aes128gcm: salt, record size, the sender's key, then the ciphertext with its tag. */
function decrypt(body: Buffer, ecdh: ReturnType<typeof createECDH>, auth: Buffer): string {
  const [salt, keyLength] = [body.subarray(0, 16), body[20] ?? 0];
  const sender = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), sender]);
  const key = Buffer.from(hkdfSync("sha256", ecdh.computeSecret(sender), auth, info, 32));
  const cek = Buffer.from(hkdfSync("sha256", key, salt, "Content-Encoding: aes128gcm\0", 16));
  const nonce = Buffer.from(hkdfSync("sha256", key, salt, "Content-Encoding: nonce\0", 12));
  const decipher = createDecipheriv("aes-128-gcm", cek, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = text.lastIndexOf(2);
  if (end < 0 || text.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("no delimiter of a last record");
  return text.subarray(0, end).toString();
}

function checkSignature(authorization: string, applicationServerKey: string, audience: string) {
  const { t = "", k } = Object.fromEntries(
    authorization
      .replace(/^vapid /, "")
      .split(/, */)
      .map((part) => part.split("=", 2) as [string, string]),
  );
  if (k !== applicationServerKey) throw new Error("signed by another");
  const point = Buffer.from(k, "base64url");
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  const key = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const [head = "", claims = "", signature = ""] = t.split(".");
  const how = { key, dsaEncoding: "ieee-p1363" } as const;
  if (!verify("sha256", Buffer.from(`${head}.${claims}`), how, Buffer.from(signature, "base64url"))) {
    throw new Error("the signature does not verify");
  }
  const said = JSON.parse(Buffer.from(claims, "base64url").toString()) as { aud: string; exp: number; sub: string };
  if (said.aud !== audience || said.exp * 1000 < Date.now() || !/^(mailto|https):/.test(said.sub)) {
    throw new Error(`claims: ${JSON.stringify(said)}`);
  }
}
