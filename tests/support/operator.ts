/** What the sandbox's operator sends with every call that changes something. */
export const OPERATOR_HEADERS = { "content-type": "application/json", "x-sandbox-operator": "1" };
