import type { AuthenticationResponseJSON, PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server";
import { ViewUnavailable } from "@/lib/fetch-view";

const CHALLENGE = "/api/passkey-challenge";

/** The browser's passkey API. The library is loaded on first use. */
const browser = () => import("@simplewebauthn/browser");

/** Lets one of this person's passkeys sign. Throws where the browser, or the person, says no. */
export async function signWithPasskey(): Promise<AuthenticationResponseJSON> {
  const answer = await fetch(CHALLENGE, { method: "POST" });
  if (!answer.ok) throw new ViewUnavailable(CHALLENGE, answer.status);
  const optionsJSON = await answer.json();
  return (await browser()).startAuthentication({ optionsJSON });
}

/** Lets the browser make a passkey. Throws as above. */
export const makePasskey = async (optionsJSON: PublicKeyCredentialCreationOptionsJSON) =>
  (await browser()).startRegistration({ optionsJSON });
