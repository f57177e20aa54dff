import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { readEnv, SettingsError, settingsWarnings } from "@/lib/env";
import { isPushPublicKey } from "@/lib/env/push-key";
import { USUAL_LAYOUT } from "@/lib/payees/account-check/layout";
import { pushKey } from "@/scripts/lib/secrets.mjs";

const good = {
  DATABASE_URL: "postgres://choba@127.0.0.1:54329/choba",
  APP_URL: "http://localhost:3000",
  AUTH_SECRET: "0123456789abcdef0123456789abcdef",
  PAYMENTS_SANDBOX_BASE_URL: "http://127.0.0.1:4010/",
  PAYMENTS_SANDBOX_API_KEY: "sandbox-key",
  PAYMENTS_SANDBOX_SECRET_KEY: "sandbox-secret",
};

function problemsOf(settings: Record<string, string | undefined>): string[] {
  try {
    readEnv(settings);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

describe("the settings", () => {
  test("are read once and typed", () => {
    expect(readEnv(good)).toEqual({
      databaseUrl: good.DATABASE_URL,
      appUrl: "http://localhost:3000",
      authSecret: good.AUTH_SECRET,
      authSecretPrevious: null,
      jobs: true,
      readOnly: false,
      stateFile: null,
      stopDelayMs: 0,
      auditHeads: { file: null, s3: null },
      rawDataDays: null,
      ledgerDays: null,
      webhookDays: null,
      rolesWithSecondFactor: [],
      secondFactorInProduction: "required",
      singleSignOn: null,
      merchantName: null,
      securityContact: null,
      metricsToken: null,
      directDatabaseUrl: null,
      readDatabase: null,
      ledgerDatabase: null,
      databaseConnections: { usual: 12, urgent: 6 },
      preparedStatements: true,
      jobConcurrency: 10,
      batchRowsPerSecond: 10,
      tracesUrl: null,
      passwordSignIn: true,
      smtp: null,
      webPush: null,
      trustedProxies: [],
      development: false,
      worker: { host: "127.0.0.1", port: null },
      ingest: { host: "127.0.0.1", port: 3001 },
      accountCheckLayout: USUAL_LAYOUT,
      connections: {
        sandbox: {
          baseUrl: "http://127.0.0.1:4010",
          apiKey: "sandbox-key",
          secretKey: "sandbox-secret",
          fuseSeconds: 0,
          payeeCoolingHours: 0,
        },
      },
    });
  });

  test("name a file and a bucket for the heads of the audit log", () => {
    const url = "https://bucket.s3.ap-northeast-1.amazonaws.com/choba";
    const bucket = {
      AUDIT_HEADS_S3_URL: url,
      AUDIT_HEADS_S3_KEY_ID: "key",
      AUDIT_HEADS_S3_SECRET: "secret",
      AUDIT_HEADS_S3_REGION: "ap-northeast-1",
    };
    expect(readEnv({ ...good, ...bucket, AUDIT_HEADS_FILE: "/var/heads.jsonl" }).auditHeads).toEqual({
      file: "/var/heads.jsonl",
      s3: { url, keyId: "key", secret: "secret", region: "ap-northeast-1" },
    });
    expect(problemsOf({ ...good, ...bucket, AUDIT_HEADS_S3_SECRET: "" })).toEqual([
      "AUDIT_HEADS_S3_SECRET: is missing",
    ]);
    for (const [wrong, problem] of [
      ["http://store.example/choba", "must be an https address"],
      ["https://key:secret@store.example/choba", "must have no user, password, query or fragment"],
      ["https://store.example/choba?a=b", "must have no user, password, query or fragment"],
      ["s3://choba", "must be an http or https address"],
    ]) {
      const problems = problemsOf({ ...good, ...bucket, AUDIT_HEADS_S3_URL: wrong });
      expect(problems).toContain(`AUDIT_HEADS_S3_URL: ${problem}`);
    }
  });

  test.each(["30", "0", "x", "1.5", "-40"])(
    "let raw data be removed after a month at the soonest: %s is refused",
    (days) => {
      expect(problemsOf({ ...good, RAW_DATA_DAYS: days })).toEqual([expect.stringContaining("RAW_DATA_DAYS")]);
      expect(readEnv({ ...good, RAW_DATA_DAYS: "400" }).rawDataDays).toBe(400);
    },
  );

  describe("where production is configured", () => {
    const production = {
      ...good,
      APP_URL: "https://choba.example",
      PAYMENTS_PRODUCTION_BASE_URL: "https://payments.example",
      PAYMENTS_PRODUCTION_API_KEY: "production-key",
      PAYMENTS_PRODUCTION_SECRET_KEY: "production-secret",
      REQUIRE_SECOND_FACTOR_ROLES: "admin,approver,ops",
    };

    test.each<[string, object, string[]]>([
      ["as they should be", {}, []],
      ["with a console on this machine", { APP_URL: "http://localhost:3000" }, []],
      ["with a service on this machine", { PAYMENTS_PRODUCTION_BASE_URL: "http://127.0.0.1:4010" }, []],
      ["with the console over plain http", { APP_URL: "http://choba.example" }, ["APP_URL: must be https"]],
      [
        "with the service over plain http",
        { PAYMENTS_PRODUCTION_BASE_URL: "http://payments.example" },
        ["PAYMENTS_PRODUCTION_BASE_URL: must be https"],
      ],
      [
        "without a second factor of a role that moves money",
        { REQUIRE_SECOND_FACTOR_ROLES: "admin,support" },
        ["REQUIRE_SECOND_FACTOR_ROLES: must name every role that moves money"],
      ],
      ["with an explicit opt-out", { REQUIRE_SECOND_FACTOR_ROLES: "", SECOND_FACTOR_IN_PRODUCTION: "optional" }, []],
    ])("settings %s", (_how, more, problems) => {
      expect(problemsOf({ ...production, ...more })).toEqual(problems.map((text) => expect.stringContaining(text)));
    });

    test("what production needs is said beside what else is wrong", () => {
      const wrong = {
        ...{ DATABASE_URL: "mysql://127.0.0.1/choba", AUTH_SECRET: "", PAYMENTS_PRODUCTION_API_KEY: "" },
        ...{ APP_URL: "http://choba.example", PAYMENTS_PRODUCTION_BASE_URL: "http://payments.example" },
        REQUIRE_SECOND_FACTOR_ROLES: "admin",
      };
      expect(problemsOf({ ...production, ...wrong }).map((problem) => problem.split(":")[0])).toEqual([
        ...["DATABASE_URL", "AUTH_SECRET", "PAYMENTS_PRODUCTION_API_KEY"],
        ...["APP_URL", "PAYMENTS_PRODUCTION_BASE_URL", "REQUIRE_SECOND_FACTOR_ROLES"],
      ]);
      expect(problemsOf({ ...production, REQUIRE_SECOND_FACTOR_ROLES: "boss" })).toHaveLength(1);
      expect(
        problemsOf({ ...production, REQUIRE_SECOND_FACTOR_ROLES: "", SECOND_FACTOR_IN_PRODUCTION: "no" }),
      ).toHaveLength(1);
    });

    test("the message names the roles that are missing, and the opt-out", () => {
      const [problem] = problemsOf({ ...production, REQUIRE_SECOND_FACTOR_ROLES: "admin" });
      expect(problem).toMatch(/add ops,approver\..*SECOND_FACTOR_IN_PRODUCTION=optional/);
    });

    test("the sandbox alone needs none of it", () => {
      expect(problemsOf({ ...good, APP_URL: "http://choba.example" })).toEqual([]);
    });
  });

  test("name a mail server and a sender together, or neither", () => {
    const [url, sender] = ["smtps://choba:secret@mail.example:465", "Choba <choba@example.com>"];
    expect(readEnv({ ...good, SMTP_URL: url, SMTP_FROM: sender }).smtp).toEqual({ url, from: sender });
    expect(problemsOf({ ...good, SMTP_URL: url })).toEqual(["SMTP_FROM: is missing"]);
    expect(problemsOf({ ...good, SMTP_FROM: sender })).toEqual(["SMTP_URL: is missing"]);
    for (const wrong of ["choba", "a@b@c", "Choba <choba>", "a@b.example\r\nBcc: c@d.example"]) {
      expect(problemsOf({ ...good, SMTP_URL: url, SMTP_FROM: wrong })[0]).toMatch(/^SMTP_FROM: must/);
    }
    expect(problemsOf({ ...good, SMTP_URL: "http://mail.example", SMTP_FROM: sender })[0]).toMatch(/^SMTP_URL: must/);
  });

  test("name our own proxies, by address or network", () => {
    const proxied = readEnv({ ...good, TRUSTED_PROXIES: "10.0.0.0/8, ::1," });
    expect(proxied.trustedProxies).toEqual(["10.0.0.0/8", "::1"]);
    expect(problemsOf({ ...good, TRUSTED_PROXIES: "nginx" })).toEqual([expect.stringContaining("TRUSTED_PROXIES")]);
  });

  test("name every problem in one message", () => {
    const wrong = {
      ...{ APP_URL: "http://localhost:3000/console", AUTH_SECRET: "short", PAYMENTS_PRODUCTION_API_KEY: "k" },
      ...{ PASSWORD_SIGN_IN: "off", SMTP_URL: "smtp://mail.example" },
    };
    expect(problemsOf(wrong).map((problem) => problem.split(":")[0])).toEqual([
      "DATABASE_URL",
      "APP_URL",
      "AUTH_SECRET",
      "PAYMENTS_PRODUCTION_BASE_URL",
      "PAYMENTS_PRODUCTION_SECRET_KEY",
      "PASSWORD_SIGN_IN",
      "SMTP_FROM",
      "REQUIRE_SECOND_FACTOR_ROLES",
    ]);
  });

  test("never put a value into a message: it may be a secret", () => {
    const leak = "hunter2-hunter2";
    const everything = Object.fromEntries(Object.keys(good).map((name) => [name, leak]));
    expect(problemsOf(everything).join("\n")).not.toContain(leak);
  });

  test("an environment without keys is not offered; none at all is a problem", () => {
    const none = Object.fromEntries(Object.entries(good).filter(([name]) => !name.startsWith("PAYMENTS_")));
    expect(problemsOf(none)).toHaveLength(1);
  });

  test("the two environments may not share a key", () => {
    const production = {
      PAYMENTS_PRODUCTION_BASE_URL: "https://pay.example",
      PAYMENTS_PRODUCTION_API_KEY: "sandbox-key",
      PAYMENTS_PRODUCTION_SECRET_KEY: "another",
      SECOND_FACTOR_IN_PRODUCTION: "optional",
    };
    expect(problemsOf({ ...good, ...production })).toHaveLength(1);
  });

  test("roles that need a second factor are named, and a name that is none is a problem", () => {
    const needing = (roles: string) => readEnv({ ...good, REQUIRE_SECOND_FACTOR_ROLES: roles }).rolesWithSecondFactor;
    expect(needing("admin, approver,")).toEqual(["admin", "approver"]);
    expect(problemsOf({ ...good, REQUIRE_SECOND_FACTOR_ROLES: "admin,boss" })).toHaveLength(1);
  });

  describe("single sign-on", () => {
    const sso = { SSO_ISSUER: "https://id.example/", SSO_CLIENT_ID: "choba", SSO_CLIENT_SECRET: "a secret of tests" };

    test("is called by its host, for every domain, unless something else is said", () => {
      const { singleSignOn } = readEnv({ ...good, ...sso });
      expect(singleSignOn).toEqual({
        issuer: "https://id.example/",
        clientId: "choba",
        clientSecret: "a secret of tests",
        name: "id.example",
        domains: [],
      });
      const named = { SSO_NAME: "Example ID", SSO_ALLOWED_DOMAINS: "Shop.example, other.example" };
      expect(readEnv({ ...good, ...sso, ...named }).singleSignOn).toMatchObject({
        name: "Example ID",
        domains: ["shop.example", "other.example"],
      });
    });

    test.each([
      ["half of it", { SSO_ISSUER: "https://id.example" }, ["SSO_CLIENT_ID", "SSO_CLIENT_SECRET"]],
      ["an issuer in the clear", { ...sso, SSO_ISSUER: "http://id.example" }, ["SSO_ISSUER"]],
      ["an e-mail in place of a domain", { ...sso, SSO_ALLOWED_DOMAINS: "a@shop.example" }, ["SSO_ALLOWED_DOMAINS"]],
    ])("is a problem with %s", (_what, settings, names) => {
      expect(problemsOf({ ...good, ...settings }).map((problem) => problem.split(":")[0])).toEqual(names);
    });

    test("may be in the clear on this machine alone", () => {
      expect(problemsOf({ ...good, ...sso, SSO_ISSUER: "http://localhost:4000" })).toEqual([]);
      expect(problemsOf({ ...good, ...sso, SSO_ISSUER: "http://localhost.evil.example" })).toHaveLength(1);
    });

    test("is the only way in where passwords are off, so they cannot be off without it", () => {
      expect(readEnv({ ...good, ...sso, PASSWORD_SIGN_IN: "off" }).passwordSignIn).toBe(false);
      expect(problemsOf({ ...good, PASSWORD_SIGN_IN: "off" })).toEqual([expect.stringContaining("PASSWORD_SIGN_IN")]);
    });
  });

  test("a blank setting counts as none", () => {
    expect(problemsOf({ ...good, AUTH_SECRET: "  " })).toEqual(["AUTH_SECRET: is missing"]);
  });
});

describe("a variable that is no setting", () => {
  test.each([
    ["DATABSE_URL", "DATABASE_URL"],
    ["AUTH_SECRETS", "AUTH_SECRET"],
    ["APP_ULR", "APP_URL"],
    ["PAYMENTS_SANDBOX_APIKEY", "PAYMENTS_SANDBOX_API_KEY"],
    ["STOP_DELAY_SECOND", "STOP_DELAY_SECONDS"],
  ])("%s is reported with the suggestion %s", (name, nearest) => {
    expect(settingsWarnings({ ...good, [name]: "x" })).toEqual([
      `${name}: is no setting and has no effect. Is ${nearest} meant?`,
    ]);
  });

  test("is reported without a suggestion where only its prefix is ours, and not at all where it is another program's", () => {
    expect(settingsWarnings({ PAYMENTS_LIVE_BASE_URL: "x" })).toEqual([
      "PAYMENTS_LIVE_BASE_URL: is no setting and has no effect",
    ]);
    const others = {
      HOME: "/",
      PATH: "/bin",
      PGPORT: "1",
      NODE_OPTIONS: "",
      HTTPS_PROXY: "x",
      NEXTAUTH_URL: "x",
      LANG: "C",
    };
    expect(settingsWarnings({ ...good, ...others, AUTH_SECRET_FILE: "/run/secrets/auth" })).toEqual([]);
  });
});

test("a secret in a file counts, and never stands beside its value", () => {
  const file = join(tmpdir(), `choba-secret-${process.pid}`);
  writeFileSync(file, `${good.AUTH_SECRET}\n`);
  onTestFinished(() => rmSync(file));
  const { AUTH_SECRET, ...rest } = good;
  expect(readEnv({ ...rest, AUTH_SECRET_FILE: file }).authSecret).toBe(AUTH_SECRET);
  expect(problemsOf({ ...good, AUTH_SECRET_FILE: file })).toEqual([
    "AUTH_SECRET_FILE: is set, and so is AUTH_SECRET; set one of them",
  ]);
  expect(problemsOf({ ...rest, AUTH_SECRET_FILE: "/nowhere" })).toContain(
    "AUTH_SECRET_FILE: the file cannot be read (ENOENT)",
  );
});

test("a key for push services is one of P-256, from which the public one follows", () => {
  const key = pushKey();
  const read = readEnv({ ...good, WEB_PUSH_KEY: key, WEB_PUSH_CONTACT: "https://choba.example/contact" });
  expect(read.webPush).toMatchObject({ privateKey: key, contact: "https://choba.example/contact" });
  expect(isPushPublicKey(read.webPush?.publicKey ?? "")).toBe(true);
  for (const wrong of ["short", Buffer.alloc(32).toString("base64url"), Buffer.alloc(32, 255).toString("base64url")]) {
    expect(() => readEnv({ ...good, WEB_PUSH_KEY: wrong })).toThrow("WEB_PUSH_KEY");
  }
});
