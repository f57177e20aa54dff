import { z } from "zod";
import { testContext } from "../support/test-context";

/** Signing in as a browser does it, without one. */

export type Jar = Record<string, string>;
export type Typed = { email: string; password: string };
type Token = { jar: Jar; csrfToken: string };

export const cookieOfJar = (jar: Jar) =>
  Object.entries(jar)
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");

/** What the browser holds afterwards. */
function kept(jar: Jar, answer: Response): Jar {
  const next = { ...jar };
  for (const line of answer.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === "") delete next[name];
    else next[name] = value;
  }
  return next;
}

/** A browser in front of one instance of the console. */
export function browserAt(url = testContext().url) {
  async function token(jar: Jar = {}): Promise<Token> {
    const answer = await fetch(`${url}/api/auth/csrf`, { headers: { cookie: cookieOfJar(jar) } });
    const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await answer.json());
    return { jar: kept(jar, answer), csrfToken };
  }

  async function post(path: string, { jar, csrfToken }: Token, fields: object, headers = {}) {
    const answer = await fetch(`${url}/api/auth/${path}`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie: cookieOfJar(jar), "content-type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams({ csrfToken, json: "true", ...fields }).toString(),
    });
    const said = await answer.text();
    const after = kept(jar, answer);
    const isIn = after["choba.session"] !== undefined && after["choba.session"] !== jar["choba.session"];
    return { jar: after, isIn, to: /"url":"([^"]*)"/.exec(said)?.[1] ?? "" };
  }

  const typePassword = (by: Token, typed: Typed, headers = {}) => post("callback/credentials", by, typed, headers);
  const show = (by: Token, proof: object, headers = {}) =>
    post("callback/proof", by, { proof: JSON.stringify(proof) }, headers);

  return {
    token,
    typePassword,
    show,
    signIn: async (typed: Typed, jar: Jar = {}, headers = {}) => typePassword(await token(jar), typed, headers),
    prove: async (proof: object, jar: Jar, headers = {}) => show(await token(jar), proof, headers),
    signOut: async (jar: Jar) => post("signout", await token(jar), {}),
    /** Whether this opens what every signed-in user may read. */
    opens: async (jar: Jar) => {
      const answer = await fetch(`${url}/api/sandbox/transactions`, { headers: { cookie: cookieOfJar(jar) } });
      await answer.body?.cancel();
      return answer.status === 200;
    },
  };
}
