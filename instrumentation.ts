/** Runs once when a server starts: wrong settings stop it here, with every problem named. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startServer } = await import("@/lib/jobs/start");
  await startServer();
}
