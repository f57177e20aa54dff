import "server-only";
import { cookies } from "next/headers";
import { cookieName, cookieOptions } from "./session-cookie";

const DAYS = 180;

const deviceCookie = () => cookieName("device");

/** By what this browser is known to the users who have signed in there. */
export const deviceInCookie = async (): Promise<string | null> => (await cookies()).get(deviceCookie())?.value ?? null;

export async function keepDevice(device: string): Promise<void> {
  (await cookies()).set(deviceCookie(), device, { ...cookieOptions(), maxAge: DAYS * 24 * 3600 });
}
