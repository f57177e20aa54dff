import NextAuth from "next-auth";
import { authOptions } from "@/lib/auth/next-auth";

type Context = RouteContext<"/api/auth/[...nextauth]">;

// The options are read when somebody asks: a build has no settings.
const handler = (request: Request, context: Context) => NextAuth(authOptions())(request, context);

export { handler as GET, handler as POST };
