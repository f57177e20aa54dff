import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { freePort, HOST } from "@/scripts/lib/ports.mjs";
import { ROOT } from "@/scripts/lib/root.mjs";
import { scratchFolder } from "../../support/scratch";

const FOLDER = join(ROOT, "deploy/nginx");
const hasNginx = spawnSync("nginx", ["-v"]).status === 0;

/** Answers with its name, or cuts the connection once it has the request. */
async function instance(name: string, port: number, { cuts = false } = {}): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => (cuts ? request.socket.destroy() : response.end(name)));
  });
  server.listen(port, HOST);
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return server;
}

type Proxy = { url: string; plainUrl: string; log: (name: "access" | "error") => Promise<string> };

/** A site with other ports and without TLS, with the locations as they are, on a machine that logs requests. */
async function proxyOf(site: string, ports: Record<string, number>): Promise<Proxy> {
  const folder = await scratchFolder();
  const text = await readFile(join(FOLDER, site), "utf8");
  const upstreams = text
    .slice(text.indexOf("upstream"), text.indexOf("\nserver"))
    .replace(/server (\S+?)(?=[ ;])/g, (_, address) => `server ${HOST}:${ports[address]}`);
  const [port, plainPort] = [await freePort(), await freePort()];
  const [plain = ""] = /^server \{\n {2}listen 80;.*?^\}/ms.exec(text) ?? [];
  const own = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const paths = own.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n");
  const server = `server { listen ${HOST}:${port}; include ${FOLDER}/choba.conf; }`;
  const redirect = plain.replace("listen 80", `listen ${HOST}:${plainPort}`);
  const main = `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log; events {}`;
  await writeFile(
    join(folder, "nginx.conf"),
    `${main}\nhttp { access_log ${folder}/access.log; ${paths}\n${upstreams}\n${redirect}\n${server} }\n`,
  );
  await mkdir(join(folder, "logs"));
  const nginx = spawn("nginx", ["-p", folder, "-c", join(folder, "nginx.conf")], { stdio: "inherit" });
  onTestFinished(async () => {
    nginx.kill();
    await once(nginx, "exit");
    await rm(folder, { recursive: true });
  });
  const [url, plainUrl] = [`http://${HOST}:${port}`, `http://${HOST}:${plainPort}`];
  return { url, plainUrl, log: (name) => readFile(join(folder, `${name}.log`), "utf8") };
}

const portsFor = async (names: string[]): Promise<Record<string, number>> =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, await freePort()])));

const posted = async (url: string) => {
  const response = await fetch(`${url}/api/callbacks/production/a-token`, { method: "POST", body: "{}" });
  return `${response.status} ${await response.text()}`;
};

const SITES: [site: string, ingest: string, consoles: string[]][] = [
  ["site.conf", "127.0.0.1:3011", ["127.0.0.1:3001", "127.0.0.1:3002"]],
  ["compose.conf", "ingest:3001", ["console-1:3000", "console-2:3000"]],
];

test.skipIf(!hasNginx).each(SITES)(
  "%s: a callback goes to a console while ingest is away",
  async (site, ingest, consoles) => {
    const ports = await portsFor([ingest, ...consoles]);
    await Promise.all(consoles.map((name) => instance("console", ports[name] ?? 0)));
    const first = await instance("ingest", ports[ingest] ?? 0);
    const { url } = await proxyOf(site, ports);
    await expect.poll(() => posted(url).catch(() => "")).toBe("200 ingest");
    first.closeAllConnections();
    first.close();
    for (let nth = 0; nth < 5; nth++) expect(await posted(url)).toBe("200 console");
  },
);

test.skipIf(!hasNginx)("the console sees the port that the browser does, or Next refuses every form", async () => {
  const [[site, ingest, consoles] = ["", "", []]] = SITES;
  const ports = await portsFor([ingest, ...consoles]);
  const seen: unknown[] = [];
  for (const name of consoles) {
    const server = await instance("console", ports[name] ?? 0);
    server.on("request", ({ headers }) => seen.push([headers.host, headers["x-forwarded-host"]]));
  }
  const { url } = await proxyOf(site, ports);
  await expect
    .poll(() =>
      fetch(url).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
  const { host } = new URL(url);
  expect(seen).toEqual([[host, host]]);
});

test.skipIf(!hasNginx)("a callback that an instance had when it went is given to another", async () => {
  const [[site, ingest, consoles] = ["", "", []]] = SITES;
  const ports = await portsFor([ingest, ...consoles]);
  await instance("ingest", ports[ingest] ?? 0, { cuts: true });
  await Promise.all(consoles.map((name) => instance("console", ports[name] ?? 0)));
  const { url } = await proxyOf(site, ports);
  await expect.poll(() => posted(url).catch(() => "")).toBe("200 console");
});

describe.skipIf(!hasNginx).each(SITES)("%s: what opens a session or takes callbacks", (site, ingest, consoles) => {
  test("is not in the log of requests", async () => {
    const ports = await portsFor([ingest, ...consoles]);
    await instance("ingest", ports[ingest] ?? 0);
    await Promise.all(consoles.map((name) => instance("console", ports[name] ?? 0)));
    const { url, plainUrl, log } = await proxyOf(site, ports);
    await expect.poll(() => posted(url).catch(() => "")).toBe("200 ingest");
    expect(await (await fetch(`${url}/sign-in/link/a-token`)).text()).toBe("console");
    for (const path of ["/sign-in/link/a-token", "/api/callbacks/sandbox/a-token"]) {
      expect((await fetch(plainUrl + path, { redirect: "manual" })).status).toBe(301);
    }
    await fetch(`${url}/sign-in`);
    await expect.poll(() => log("access")).toContain("GET /sign-in ");
    expect(await log("access")).not.toContain("a-token");
  });

  test("is not in the log of errors, which has those of all other paths", async () => {
    const { url, log } = await proxyOf(site, await portsFor([ingest, ...consoles]));
    await expect.poll(() => posted(url).catch(() => "")).toMatch(/^502 /);
    expect((await fetch(`${url}/sign-in/link/a-token`)).status).toBe(502);
    expect((await fetch(`${url}/sign-in`)).status).toBe(502);
    await expect.poll(() => log("error")).toContain("GET /sign-in ");
    expect(await log("error")).not.toContain("a-token");
  });
});
