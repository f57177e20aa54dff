import { expect, test } from "vitest";
import { encodePath, signForS3 } from "@/lib/audit/aws-signature";

/** "Example: PUT Object" of AWS's "Signature Calculations for the Authorization Header". */
test("a request is signed as AWS's own example is", () => {
  const headers = signForS3({
    method: "PUT",
    url: new URL(`https://examplebucket.s3.amazonaws.com${encodePath("/test$file.text")}`),
    headers: { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
    body: "Welcome to Amazon S3.",
    at: new Date("2013-05-24T00:00:00Z"),
    keyId: "AKIAIOSFODNN7EXAMPLE",
    secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    region: "us-east-1",
  });
  expect(headers.authorization).toBe(
    "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class,Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
  );
});

test("a path is encoded as AWS encodes it", () => {
  expect(encodePath("/bucket/a b+c=d!'()*~é/x.json")).toBe("/bucket/a%20b%2Bc%3Dd%21%27%28%29%2A~%C3%A9/x.json");
});
