const LOOK_AGAIN_MS = 10;

/**
 * Asks the service's own side whether it has the request: the order is there or, where a fault waits for it and nothing
 * else is asked for, that fault has been used up. Called before anything is sent; resolves to what waits for that.
 */
export async function waitForPoint(
  operatorUrl: string,
  referenceId: string,
  wanted?: "created",
): Promise<() => Promise<void>> {
  const faults = async () => JSON.parse(await (await fetch(`${operatorUrl}/faults`)).text()).length;
  const planned = await faults();
  const isThere = async () =>
    planned > 0 && wanted !== "created"
      ? (await faults()) < planned
      : (await fetch(`${operatorUrl}/orders/${referenceId}`)).ok;
  return async () => {
    while (!(await isThere())) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  };
}
