import { apiRoutes } from "@/lib/api/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoutes("listOrders");
