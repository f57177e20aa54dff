/** Two environments of the Payments API, each with its own address, keys and records. Nothing is shared between them. */
export const ENVIRONMENTS = ["sandbox", "production"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

export const isEnvironment = (text: string): text is Environment =>
  ENVIRONMENTS.some((environment) => environment === text);
