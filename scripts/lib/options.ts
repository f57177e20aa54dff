import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { describeError } from "@/lib/log";

/** Ends a program of the operators with 2: with 1 some of them say what they found, and an alarm starts. */
export function endWithUsage(usage: string, problems: string[]): never {
  console.error([...problems, `options: ${usage}`].join("\n"));
  process.exit(2);
}

/** The options that a program was started with. */
export function optionsOf<const O extends ParseArgsOptionsConfig>(options: O, usage: string) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return endWithUsage(usage, [describeError(error).message]);
  }
}
