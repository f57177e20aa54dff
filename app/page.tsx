import { redirect } from "next/navigation";
import { homeEnvironment } from "@/lib/auth/context";

/** There is no console without an environment: go to the first that is configured. */
export default function HomePage() {
  redirect(`/${homeEnvironment()}`);
}
