import { typedAccountName } from "@/lib/japan/account-name-input";
import { halfWidth } from "@/lib/japan/half-width";
import type { Listed } from "@/lib/payees/recipient-warnings";
import { codeOf } from "@/lib/withdrawals/form-state";
import { checkRow } from "./check-row";
import { type BatchField, fieldsIn, type RowFields } from "./row";

type Problems = Record<string, string> | null;

/**
 * Other texts for what is wrong in a row, each of which ends its problem and brings no other. Only what has one meaning: zeros that a
 * spreadsheet took from codes, commas, a name of the directory, a spelling that banks take. For a row with nothing wrong:
 * the player's ID in half width. In full width it is another player, whom another system may have registered.
 */
export function suggestedFixes(fields: RowFields, problems: Problems, directory: Listed): Partial<RowFields> {
  if (problems === null) return inHalfWidth(fields);
  const fixes: Partial<RowFields> = {};
  for (const field of fieldsIn(problems)) {
    const change = changeFor(field, problems[field] ?? "", fields, directory);
    if (change === null) continue;
    const { problems: left } = checkRow({ ...fields, ...fixes, ...change }, directory);
    const isNew = (one: BatchField) => problems[one] === undefined;
    if (left?.[field] === undefined && !fieldsIn(left ?? {}).some(isNew)) Object.assign(fixes, change);
  }
  return fixes;
}

function inHalfWidth({ playerId }: RowFields): Partial<RowFields> {
  const narrow = halfWidth(playerId.trim());
  return narrow === playerId.trim() ? {} : { playerId: narrow };
}

function changeFor(
  field: BatchField,
  problem: string,
  fields: RowFields,
  directory: Listed,
): Partial<RowFields> | null {
  const bank = codeOf(fields.destination).padStart(4, "0");
  switch (`${field} ${problem}`) {
    case "destination bankCode":
      return isDigits(fields.destination) && directory.bank(bank) ? { destination: bank } : null;
    case "destinationBranchCode branchCode": {
      const branch = codeOf(fields.destinationBranchCode).padStart(3, "0");
      const isListed = isDigits(fields.destinationBranchCode) && directory.branch(bank, branch);
      return isListed ? { destinationBranchCode: branch } : null;
    }
    case "destination asTyped":
      return fields.destinationName !== "" && directory.bank(bank) ? { destinationName: "" } : null;
    case "destinationBranchCode asTyped": {
      const isListed = directory.branch(bank, codeOf(fields.destinationBranchCode));
      return fields.destinationBranchName !== "" && isListed ? { destinationBranchName: "" } : null;
    }
    case "destinationAccountName accountName":
    case "destinationAccountName nameUnconfirmed": {
      const { proposal } = typedAccountName(fields.destinationAccountName);
      return proposal && { destinationAccountName: proposal.text };
    }
    default:
      return null;
  }
}

const isDigits = (typed: string) => /^\d+$/.test(codeOf(typed));
