import { createServer } from "node:http";
import Provider, { type Configuration } from "oidc-provider";
import { HOST } from "@/scripts/lib/ports.mjs";

type Claims = { email: string; email_verified: boolean };

export type Issuer = {
  url: string;
  client: { id: string; secret: string };
  /** What it says of each account, by the name that is typed there, which is the account's subject, too. */
  accounts: Map<string, Claims>;
  stop: () => Promise<void>;
};

/**
 * A real OpenID Connect issuer. It is reached by a name where the console is reached by an address, so that to a browser
 * the two are different sites.
 */
export async function startIssuer(port: number, redirectUris: string[]): Promise<Issuer> {
  const url = `http://localhost:${port}`;
  const client = { id: "choba", secret: "the secret of a client in a test" };
  const accounts: Issuer["accounts"] = new Map();
  const configuration: Configuration = {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: redirectUris }],
    cookies: { keys: ["the key of an issuer in a test"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: () => ({ sub: subject, name: subject, ...accounts.get(subject) }),
    }),
    // No consent page: the organisation has decided that the console may know the e-mail address.
    async loadExistingGrant({ oidc }) {
      const { clientId } = oidc.client ?? {};
      const { accountId } = oidc.session ?? {};
      if (!clientId || !accountId) return undefined;
      const grant = new oidc.provider.Grant({ clientId, accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  };
  const server = createServer(new Provider(url, configuration).callback());
  await new Promise<void>((resolve) => server.listen(port, HOST, resolve));
  return {
    url,
    client,
    accounts,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
