import { noApiRoute } from "@/lib/api/route";

export const GET = noApiRoute;
export const POST = noApiRoute;
export const PUT = noApiRoute;
export const PATCH = noApiRoute;
export const DELETE = noApiRoute;
