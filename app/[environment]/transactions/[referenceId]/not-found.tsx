import { OrderNotHeld } from "@/components/transactions/order-not-held";

export default OrderNotHeld;
