import { createServer } from "node:http";
import { startServer } from "@/lib/jobs/start";

/* The console's own process as it starts, without Next: it takes callbacks and runs the jobs. */
await startServer();
const server = createServer((_asked, answer) => void answer.writeHead(404).end());
server.listen(Number(process.env.PORT), "127.0.0.1", () => console.log("listening"));
process.once("SIGTERM", () => process.exit(0));
