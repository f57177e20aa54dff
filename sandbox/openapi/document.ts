import type { Json } from "../wire/digits";
import { ANSWERS } from "./answers";
import { REQUESTS } from "./requests";
import { ref, type Schema, string } from "./schema";

const content = (schema: string): Schema => ({ "application/json": { schema: ref(schema) } });
const response = (description: string, schema: string): Schema => ({ description, content: content(schema) });

type Endpoint = { summary: string; request: string; answer: string; notFound?: string; upstream?: true };

function operation({ summary, request, answer, notFound, upstream }: Endpoint): Schema {
  return {
    post: {
      summary,
      requestBody: { required: true, content: content(request) },
      responses: {
        200: response("Done.", answer),
        400: response("Refused; nothing was done.", "ValidationError"),
        401: response("Invalid API key; once announced also an invalid signature.", "Error"),
        403: response("The caller's address is not allow-listed.", "Error"),
        ...(notFound && { 404: response(notFound, "Error") }),
        405: response("Only POST is accepted.", "Error"),
        413: response("The body is larger than 64 KiB.", "Error"),
        415: response("The body is not application/json.", "Error"),
        ...(upstream && { 502: response("Upstream error.", "UpstreamError") }),
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
            "text/plain": { schema: ref("Acknowledgement") },
            "application/json": { schema: ref("Acknowledgement") },
          },
        },
      },
    },
  };
}

const header = (name: string, description: string): Schema => ({ type: "apiKey", in: "header", name, description });

/** The API in OpenAPI 3.1; the contract tests hold every answer against it. */
export const openapi: Json = {
  openapi: "3.1.0",
  info: {
    title: "Merchant Payments API",
    version: "1.1.0",
    description: "Deposits, withdrawals, balances, banks and player KYC. Only the status COMPLETED means paid.",
  },
  security: [{ apiKey: [], signature: [] }],
  paths: {
    "/deposit": operation({
      summary: "Open a bank-transfer deposit",
      request: "DepositRequest",
      answer: "DepositCreated",
      upstream: true,
    }),
    "/withdraw": operation({
      summary: "Pay a bank account",
      request: "WithdrawRequest",
      answer: "WithdrawalCreated",
    }),
    "/transactions": operation({
      summary: "Query one order",
      request: "TransactionRequest",
      answer: "Transaction",
      notFound: "Transaction not found.",
    }),
    "/balance": operation({ summary: "Read balances", request: "BalanceRequest", answer: "Balances" }),
    "/banks": operation({ summary: "List usable banks", request: "BanksRequest", answer: "Banks" }),
    "/kyc-register": operation({
      summary: "Register a player",
      request: "KycRegisterRequest",
      answer: "KycRegistered",
      upstream: true,
    }),
    "/kyc/status": operation({
      summary: "Query a registration",
      request: "KycStatusRequest",
      answer: "KycStatus",
      notFound: "The player was never registered.",
      upstream: true,
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
};
