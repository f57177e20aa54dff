import { pushKey } from "./lib/secrets.mjs";

// npm run push:key: a new private key for WEB_PUSH_KEY. Devices that were added with another one have to be added again.
console.log(pushKey());
