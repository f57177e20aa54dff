import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { ApiDeps } from "@/lib/api/caller";
import type { Ctx } from "@/lib/auth/context";
import { answerMcp } from "@/lib/mcp/answer";
import type { TestContext } from "./context";

/** Answers `/mcp` as the console does, without its server. */
export async function serveMcp(context: TestContext, address = "198.51.100.7") {
  const job = await context.as("job");
  const { db, vault, now } = job;
  const contextOf = (actor: Ctx["actor"], environment: string) =>
    environment === job.environment ? { ...job, actor } : null;
  const deps: ApiDeps = { db, vault, now, address, requestId: null, contextOf };
  return (request: Request) => answerMcp(deps, request);
}

/** The official client, connected with this key. */
export async function connectMcp(context: TestContext, secret: string): Promise<Client> {
  const serve = await serveMcp(context);
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL("http://console.test/mcp"), {
    requestInit: { headers: { authorization: `Bearer ${secret}` } },
    fetch: (url, init) => serve(new Request(url, init)),
  });
  await client.connect(transport);
  return client;
}

/** The text of a tool's answer. */
export async function textOf(client: Client, name: string, given: Record<string, unknown> = {}): Promise<string> {
  const { content } = await client.callTool({ name, arguments: given });
  const [first] = content;
  if (first?.type !== "text") throw new Error(`${name} said no text`);
  return first.text;
}
