import { z } from "zod";

type Init = { method?: string; headers?: Record<string, string>; body?: string };

const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** A browser without a face: it keeps cookies, and goes on only where a test lets it, so each step can be tampered with. */
export class HttpBrowser {
  readonly console: string;
  /** By origin, then by name. */
  readonly jar = new Map<string, Map<string, string>>();

  constructor(console: string) {
    this.console = console;
  }

  cookiesFor(url: string): Map<string, string> {
    const { origin } = new URL(url);
    const held = this.jar.get(origin) ?? new Map<string, string>();
    this.jar.set(origin, held);
    return held;
  }

  async send(url: string, init: Init = {}): Promise<Response> {
    const held = this.cookiesFor(url);
    const cookie = [...held].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...init.headers, ...(cookie !== "" && { cookie }) };
    const answer = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(";");
      const [name = "", value = ""] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
      const isOver = attributes.some((one) => /^ ?(max-age=0|expires=thu, 01 jan 1970)/i.test(one));
      if (value === "" || isOver) held.delete(name);
      else held.set(name, value);
    }
    return answer;
  }

  /** Presses the button; resolves to where at the issuer the browser is sent. */
  async leave(callbackUrl = `${this.console}/sign-in/second-step?return=%2F`): Promise<string> {
    const held = await this.send(`${this.console}/api/auth/csrf`);
    const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await held.json());
    const body = new URLSearchParams({ csrfToken, callbackUrl, json: "true" }).toString();
    const answer = await this.send(`${this.console}/api/auth/signin/sso`, { method: "POST", headers: FORM, body });
    return z.object({ url: z.string() }).parse(await answer.json()).url;
  }

  /** Signs in at the issuer; resolves to the address of ours at which it sends the browser back. */
  async signInThere(url: string, login: string): Promise<string> {
    let at = url;
    for (let step = 0; step < 10; step += 1) {
      if (new URL(at).origin === this.console) return at;
      const isForm = at.includes("/interaction/");
      const body = new URLSearchParams({ prompt: "login", login, password: "any" }).toString();
      const answer = await this.send(at, isForm ? { method: "POST", headers: FORM, body } : {});
      const to = answer.headers.get("location");
      if (to === null) throw new Error(`the issuer answers ${answer.status}: ${await answer.text()}`);
      at = new URL(to, at).href;
    }
    throw new Error("the issuer sends the browser in circles");
  }

  /** Comes back, and comes again as it is asked to; resolves to where it is led. */
  async comeBack(url: string): Promise<URL> {
    const asked = await this.send(url);
    const again = /url=([^"]+)"/.exec(await asked.text())?.[1]?.replaceAll("&amp;", "&");
    if (again === undefined) throw new Error(`it was not asked to come again: ${asked.status}`);
    let to = new URL(again, this.console);
    // next-auth leads an error over addresses of its own to the sign-in page.
    while (to.pathname.startsWith("/api/auth/")) {
      const answer = await this.send(to.href);
      to = new URL(answer.headers.get("location") ?? "", this.console);
    }
    return to;
  }
}
