import { ANSWERS } from "./answers";
import { EXAMPLES } from "./examples";
import { REQUESTS } from "./requests";

type Schema = Record<string, unknown>;

const string = { type: "string" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const content = (schema: string, example = EXAMPLES[schema]): Schema => ({
  "application/json": { schema: ref(schema), ...(example !== undefined && { example }) },
});
const response = (description: string, schema: string, example?: Schema): Schema => ({
  description,
  content: content(schema, example),
});
const error = (description: string, message: string): Schema => response(description, "Error", { message });

/** What a call may have begun although its answer does not say so: after a 5xx, and where it repeats an earlier one. */
type Begins = { unknown: string; repeated: string };
type Special = { notFound?: string; begins?: Begins; codes?: string };

const ORDER: Begins = {
  unknown:
    "The outcome is unknown: the order may exist. Query /transactions with the referenceId before anything else.",
  repeated:
    "Where `fields` name referenceId or nonce, an earlier copy of the request may have created the order: query /transactions.",
};
const REGISTRATION: Begins = {
  unknown:
    "The outcome is unknown: the registration may exist. Query /kyc/status first: a second registration replaces the first.",
  repeated:
    "Where `fields` name nonce, an earlier copy of the request may have made the registration: query /kyc/status.",
};
const UNANSWERED = "No answer; ask again.";
const KYC_CODES = "With the code GATEWAY_NOT_ENABLED or KYC_NOT_SUPPORTED: refused; nothing was begun. Else: ";

/** Every 5xx. Where something is begun, only one of `codes` means that it was not. */
function serverErrors({ begins, codes = "" }: Special): Schema {
  const outcome = begins?.unknown ?? UNANSWERED;
  return {
    500: error(`Internal error. ${outcome}`, "Internal error"),
    502: response(`Upstream error. ${codes}${outcome}`, "UpstreamError"),
    503: {
      description: `Not available; the body may be a page of HTML. ${outcome}`,
      content: { "text/html": { schema: string, example: "<html><body><h1>Upstream error 503</h1></body></html>" } },
    },
    504: error(`The upstream did not answer in time. ${outcome}`, "Upstream error 504"),
  };
}

function operation(summary: string, request: string, answer: string, special: Special = {}): Schema {
  const { notFound, begins } = special;
  return {
    post: {
      summary,
      requestBody: { required: true, content: content(request) },
      responses: {
        200: response("Done.", answer),
        400: response(`Refused; nothing was done.${begins ? ` ${begins.repeated}` : ""}`, "ValidationError"),
        401: error("Invalid API key; once announced also an invalid signature.", "Invalid API key"),
        403: error("The caller's address is not allow-listed.", "Invalid IP address."),
        ...(notFound && { 404: error("There is none.", notFound) }),
        405: error("Only POST is accepted.", "Only POST is accepted."),
        413: error("The body is larger than 64 KiB.", "The body is larger than 64 KiB."),
        415: error("The body is not application/json.", "Content-Type must be application/json."),
        ...serverErrors(special),
      },
    },
  };
}

/** A callback: what we send and what counts as received. */
function webhook(summary: string, schema: string): Schema {
  const signature = "Once announced: HMAC-SHA256 of the body's canonical form with the merchant's secret key.";
  return {
    post: {
      summary,
      parameters: [{ name: "x-signature", in: "header", required: false, schema: string, description: signature }],
      requestBody: { required: true, content: content(schema) },
      responses: {
        200: {
          description: "Acknowledged.",
          content: {
            "text/plain": { schema: ref("Acknowledgement"), example: EXAMPLES.Acknowledgement ?? null },
            ...content("Acknowledgement"),
          },
        },
      },
    },
  };
}

const header = (name: string, description: string): Schema => ({ type: "apiKey", in: "header", name, description });

/** The API at this address in OpenAPI 3.1; the contract tests hold every answer against it. */
export const openapi = (url: string): Schema => ({
  openapi: "3.1.0",
  servers: [{ url, description: "This sandbox." }],
  info: {
    title: "Merchant Payments API",
    version: "1.1.0",
    description: "Deposits, withdrawals, balances, banks and player KYC. Only the status COMPLETED means paid.",
  },
  security: [{ apiKey: [], signature: [] }],
  paths: {
    "/deposit": operation("Open a bank-transfer deposit", "DepositRequest", "DepositCreated", { begins: ORDER }),
    "/withdraw": operation("Pay a bank account", "WithdrawRequest", "WithdrawalCreated", { begins: ORDER }),
    "/transactions": operation("Query one order", "TransactionRequest", "Transaction", {
      notFound: "Transaction not found",
    }),
    "/balance": operation("Read balances", "BalanceRequest", "Balances"),
    "/banks": operation("List usable banks", "BanksRequest", "Banks"),
    "/kyc-register": operation("Register a player", "KycRegisterRequest", "KycRegistered", {
      begins: REGISTRATION,
      codes: KYC_CODES,
    }),
    "/kyc/status": operation("Query a registration", "KycStatusRequest", "KycStatus", {
      notFound: "No KYC registration found for this player.",
      codes: KYC_CODES,
    }),
  },
  webhooks: {
    transaction: webhook("An order was completed or has failed", "TransactionCallback"),
    kyc: webhook("A registration has its result", "KycCallback"),
  },
  components: {
    securitySchemes: {
      apiKey: header("x-api-key", "The API key of the environment."),
      signature: header(
        "x-signature",
        "HMAC-SHA256 of the body's canonical form with the secret key, in lower-case hex.",
      ),
    },
    schemas: { ...REQUESTS, ...ANSWERS },
  },
});
