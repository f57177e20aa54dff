import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { onTestFinished } from "vitest";

/** A DNS server on loopback: each question for a name gets its next answer, the last one for ever. Silence: undefined. */
export async function dnsServer(zone: Record<string, (string[] | undefined)[]>) {
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (message, from) => {
    const name = nameIn(message);
    const answers = zone[name];
    const addresses = answers?.[Math.min(asked.filter((one) => one === name).length, answers.length - 1)];
    asked.push(name);
    if (addresses !== undefined) socket.send(answerTo(message, addresses), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    socket.close();
  });
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return { asked, resolve: (name: string) => resolver.resolve4(name) };
}

const HEADER = 12;

function nameIn(message: Buffer): string {
  const labels: string[] = [];
  for (let at = HEADER; message.readUInt8(at) > 0; at += message.readUInt8(at) + 1) {
    labels.push(message.toString("latin1", at + 1, at + 1 + message.readUInt8(at)));
  }
  return labels.join(".");
}

/** The question again, then an A record for each address (RFC 1035, 4.1). */
function answerTo(question: Buffer, addresses: string[]): Buffer {
  const end = question.indexOf(0, HEADER) + 5;
  const head = Buffer.from(question.subarray(0, end));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt16BE(0, 10);
  const records = addresses.map((address) => {
    const record = Buffer.alloc(16);
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(1, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(4, 10);
    for (const [index, part] of address.split(".").entries()) record.writeUInt8(Number(part), 12 + index);
    return record;
  });
  return Buffer.concat([head, ...records]);
}
