import { SMTPServer } from "smtp-server";

export type Email = { to: string[]; text: string };

/** A mail server of a test's own. It keeps what it is given, or refuses every recipient or sender with these answers. */
export async function startMailServer() {
  const emails: Email[] = [];
  const behaviour = { answer: 250, answerToSender: 250 };
  const refusal = (answer: number) =>
    answer === 250 ? null : Object.assign(new Error("no"), { responseCode: answer });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onMailFrom: (_address, _session, callback) => callback(refusal(behaviour.answerToSender)),
    onRcptTo: (_address, _session, callback) => callback(refusal(behaviour.answer)),
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        emails.push({ to, text: Buffer.concat(chunks).toString() });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    behaviour,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** The decoded body of an e-mail. */
export function said({ text }: Email): string {
  const body = text.slice(text.indexOf("\r\n\r\n"));
  if (/quoted-printable/i.test(text)) {
    return body
      .replaceAll(/=\r\n/g, "")
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
  return /base64/i.test(text) ? Buffer.from(body, "base64").toString() : body;
}

/** The URL of the link in an e-mail. */
export function linkIn(email: Email): string {
  const link = /https?:\/\/\S+\/sign-in\/link\/[0-9a-f]{64}/.exec(said(email))?.[0];
  if (!link) throw new Error("there is no link in this email");
  return link;
}
