import { afterAll, test } from "vitest";

type Cell = { step: string; fault: string; held: boolean };

/** Collects the cases of a file and says at its end which fault was tried at which step, and how often it held. */
export function openMatrix(title: string) {
  const cells: Cell[] = [];
  afterAll(() => console.log(drawn(title, cells)));

  return {
    /** One case: what fails, and at which step. */
    cell(step: string, fault: string, work: () => Promise<void>) {
      test(`${step}: ${fault}`, async () => {
        const cell = { step, fault, held: false };
        cells.push(cell);
        await work();
        cell.held = true;
      });
    },
  };
}

function drawn(title: string, cells: Cell[]): string {
  const steps = [...new Set(cells.map(({ step }) => step))];
  const lines = steps.map((step) => {
    const here = cells.filter((cell) => cell.step === step);
    const faults = here.map(({ fault, held }) => `    ${held ? "✓" : "✗"} ${fault}`);
    return [`  ${step}: ${here.filter(({ held }) => held).length} of ${here.length} held`, ...faults].join("\n");
  });
  const held = cells.filter((cell) => cell.held).length;
  return [`${title}: ${held} of ${cells.length} held, at ${steps.length} steps`, ...lines].join("\n");
}
