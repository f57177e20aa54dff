import type { Theme } from "@/components/preferences/theme";
import type { User } from "@/lib/auth/actor";

/** Who is signed in, and how they want the console drawn. */
export type ShellUser = Pick<User, "name" | "email" | "role"> & { theme: Theme };
