import { connect, createServer, type Socket } from "node:net";
import { freePort, HOST } from "@/scripts/lib/ports.mjs";

/**
 * `refused`: nothing listens. `hanging`: what is asked is never answered. `stalled`: the same, and connections that are
 * open stay so and hear nothing more. `html`: each request is answered 200, by a page.
 */
export type ProxyMode = "well" | "refused" | "hanging" | "stalled" | "html";

const PAGE = "<html><body><h1>Welcome to nginx!</h1></body></html>";
const AS_HTML = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${PAGE.length}\r\nconnection: close\r\n\r\n${PAGE}`;

/** Stands between the console and something that it depends on, and lets a test take that away. */
export async function openTcpProxy(target: string) {
  let { hostname, port: to } = new URL(target);
  const port = await freePort();
  const callers = new Set<Socket>();
  const ways = new Set<() => void>();
  let mode: ProxyMode = "well";

  const server = createServer((caller) => {
    callers.add(caller);
    caller.on("error", () => caller.destroy()).on("close", () => callers.delete(caller));
    if (mode === "html") caller.on("data", () => caller.end(AS_HTML));
    if (mode !== "well") return;
    const service = connect(Number(to), hostname);
    service.on("error", () => caller.destroy()).on("close", () => caller.destroy());
    caller.on("close", () => service.destroy());
    caller.pipe(service);
    service.pipe(caller);
    const interrupt = () => {
      caller.unpipe(service).pause();
      service.unpipe(caller).pause();
    };
    ways.add(interrupt);
    caller.on("close", () => ways.delete(interrupt));
  });
  const listen = () => new Promise<void>((done) => server.listen(port, HOST, done));
  const leave = async () => {
    const closed = server.listening ? new Promise((done) => server.close(done)) : null;
    for (const caller of callers) caller.destroy();
    await closed;
  };
  await listen();
  return {
    /** The same address, by way of here. */
    through: (address: string) => {
      const url = new URL(address);
      url.host = `${HOST}:${port}`;
      return url.href;
    },
    setMode: async (next: ProxyMode) => {
      if (next === mode) return; // Nothing is cut that is well.
      if (next === "stalled" && mode === "well") {
        mode = next;
        for (const interrupt of ways) interrupt();
        return;
      }
      await leave();
      mode = next;
      if (next !== "refused") await listen();
    },
    /** As an address that moves: new connections lead there, and those that are open end. */
    moveTo: (address: string) => {
      ({ hostname, port: to } = new URL(address));
      for (const caller of callers) caller.destroy();
    },
    close: leave,
  };
}
export type TcpProxy = Awaited<ReturnType<typeof openTcpProxy>>;
