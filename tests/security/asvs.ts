/**
 * The requirements of OWASP ASVS 5.0 that the design names, each with the tests that show it: a file, and the title of
 * a test in it as it is written there. `tests/architecture/security.test.ts` checks that each runs.
 */
export type Shown = { says: string; by: readonly [file: string, title: string][] };

const ACTIONS = "tests/access-control/actions.test.ts";
const GUESSING = "tests/access-control/guessing.test.ts";
const MATRIX = "tests/access-control/matrix.test.ts";
const REQUESTS = "tests/access-control/requests.test.ts";
const SESSIONS = "tests/access-control/sessions.test.ts";
const EDGES = "tests/e2e/security-headers.spec.ts";
const FACTOR = "tests/integration/auth/second-factor.test.ts";
const SIGN_IN = "tests/integration/auth/sessions.test.ts";
const THROTTLE = "tests/integration/auth/throttle.test.ts";
const CHANGING = "tests/integration/team/user-changes.test.ts";
const PAIR = "tests/integration/team/pair.test.ts";
const CHAIN = "tests/integration/audit/chain.test.ts";
const APPROVING = "tests/integration/withdrawals/approvals.test.ts";
const PROOF = "tests/integration/withdrawals/approving-factor.test.ts";
const REQUEST = "tests/integration/withdrawals/request.test.ts";
const SEND = "tests/integration/withdrawals/send.test.ts";
const TRANSPORT = "tests/unit/payments-api/transport.test.ts";
const JSON_TEXT = "tests/unit/payments-api/json.test.ts";

export const ASVS: Record<string, Shown> = {
  "1.2.4": {
    says: "queries cannot be changed by what is typed",
    by: [[ACTIONS, "what is asked and what is sent takes quotes, operators and wildcards for what they are: text"]],
  },
  "1.2.10": {
    says: "no cell of an exported file is taken for a formula",
    by: [["tests/unit/kyc/read-sheet.test.ts", "results open in a spreadsheet, and no cell is taken for a formula"]],
  },
  "1.3.6": {
    says: "requests leave only for configured addresses",
    by: [
      [TRANSPORT, "that redirects with %i is not followed"],
      [REQUESTS, "finds nothing that lies around: no sources, no settings, no images made to order"],
    ],
  },
  "1.5.3": {
    says: "the same bytes mean the same to everybody who reads them",
    by: [
      [JSON_TEXT, "the same name in two objects, or as a value, is no repetition"],
      [REQUESTS, "with %s is not two"],
    ],
  },
  "2.2.2": {
    says: "what comes in is checked by the server",
    by: [[ACTIONS, "with %s is answered with a problem for every caller, and never with a crash"]],
  },
  "2.3.1": {
    says: "steps are taken in their order, and none is left out",
    by: [
      [APPROVING, "waits, and cannot be sent by anything"],
      [FACTOR, "follows a correct password, and grants no access alone"],
    ],
  },
  "2.3.3": {
    says: "a change is made whole or not at all",
    by: [[REQUEST, "writes down the intent, the audit line and the job to send it, all or nothing"]],
  },
  "2.3.4": {
    says: "what may happen once happens once",
    by: [
      [ACTIONS, "that was recorded and is sent again makes one order, also twenty times concurrently"],
      [SEND, "ten concurrent senders make one attempt and one order"],
    ],
  },
  "2.3.5": {
    says: "money above a threshold is sent only with another user's approval",
    by: [[APPROVING, "is never approved by its requester, in any role"]],
  },
  "2.4.1": {
    says: "requests are limited for every caller",
    by: [
      [GUESSING, "an unknown callback URL is refused, stores nothing, and delays no other caller"],
      [REQUESTS, "a slow sender is cut off, and delays no other caller"],
    ],
  },
  "3.3.1": {
    says: "cookies are sent over https only",
    by: [[EDGES, "every cookie of ours is bound to this host, over https, out of reach of scripts and of other sites"]],
  },
  "3.3.2": {
    says: "cookies are not sent along by other sites",
    by: [[SESSIONS, "cookie is not for scripts, not for other sites, and for this console alone"]],
  },
  "3.3.3": {
    says: "cookies belong to this host alone",
    by: [[EDGES, "every cookie of ours is bound to this host, over https, out of reach of scripts and of other sites"]],
  },
  "3.3.4": {
    says: "no script reads a session's cookie",
    by: [[SESSIONS, "cookie is not for scripts, not for other sites, and for this console alone"]],
  },
  "3.4.1": {
    says: "browsers are asked to use https",
    by: [[EDGES, "every response has its security headers, from every source"]],
  },
  "3.4.3": {
    says: "a policy says which scripts may run",
    by: [[EDGES, "a page runs no script but those of its own response, and cannot be framed"]],
  },
  "3.4.4": {
    says: "browsers do not guess what an answer is",
    by: [[EDGES, "every response has its security headers, from every source"]],
  },
  "3.4.6": {
    says: "no page can be framed",
    by: [[EDGES, "a page runs no script but those of its own response, and cannot be framed"]],
  },
  "3.5.1": {
    says: "a page of another site changes nothing",
    by: [
      [MATRIX, "does nothing with any user's cookie"],
      [ACTIONS, "cannot post a form to an action, in any encoding that a form has"],
      [SESSIONS, "cannot be done by a page of another site: without our token no caller is signed in"],
    ],
  },
  "3.5.3": {
    says: "what changes something has the method for it",
    by: [
      [ACTIONS, "the method of a request is the one that it was sent with"],
      [SESSIONS, "out cannot either: a link does nothing, and a form without our token neither"],
    ],
  },
  "4.1.3": {
    says: "no caller can forge the headers that our own proxies write",
    by: [
      [SESSIONS, "is recorded with its address, which the caller cannot forge"],
      [REQUESTS, "to the callback URL records the connected address, independent of its headers"],
      [REQUESTS, "reveals nothing and redirects nowhere else, with any headers"],
    ],
  },
  "4.1.5": {
    says: "requests to the service are signed one by one",
    by: [
      [
        "tests/unit/payments-api/sign.test.ts",
        "a signature changes with every character of the text and of the secret",
      ],
    ],
  },
  "5.2.1": {
    says: "no file or body is larger than can be dealt with",
    by: [
      [REQUESTS, "with ten megabytes is refused by every entry point with a body"],
      [ACTIONS, "what an action cannot take in one piece is refused before it is read"],
    ],
  },
  "6.2.1": { says: "passwords are long", by: [["tests/unit/auth/factor.test.ts", "%s is %s"]] },
  "6.2.4": {
    says: "passwords are not among the first that are tried",
    by: [["tests/unit/auth/factor.test.ts", "%s is %s"]],
  },
  "6.3.1": {
    says: "guessing is limited, and locks no user out",
    by: [
      [GUESSING, "a password from many addresses at two instances is judged twenty times, also after a restart"],
      [THROTTLE, "10,000 times from as many addresses is judged twenty times"],
      [THROTTLE, "10,000 times with the password known is judged five times"],
      [THROTTLE, "does not shut its owner out of a browser that they have used before"],
    ],
  },
  "6.3.2": {
    says: "no user exists whom no admin has added",
    by: [["tests/integration/db/unknown-role.test.ts", "a new database has no users"]],
  },
  "6.3.3": {
    says: "roles can be made to have a second factor",
    by: [
      [FACTOR, "may do nothing but set one up"],
      [MATRIX, "is refused by every action but those that set one up, in every role"],
      [FACTOR, "follows a correct password, and grants no access alone"],
    ],
  },
  "6.3.8": {
    says: "users cannot be enumerated",
    by: [[THROTTLE, "for an unknown user is answered alike"]],
  },
  "6.4.6": {
    says: "an admin helps with a password, and never chooses or sees it",
    by: [
      [
        PAIR,
        "a password link of a user who can move money is shown only with two admins; an e-mailed one needs no second",
      ],
    ],
  },
  "6.5.1": {
    says: "codes work once",
    by: [
      [SESSIONS, "lets one in once: not again, not in another session, and not in four at the same moment"],
      [FACTOR, "works once, in any notation"],
    ],
  },
  "7.2.4": {
    says: "a session has a new id once something was proven",
    by: [
      [SESSIONS, "goes on under a new id when something was proven, and the old one opens nothing"],
      [SESSIONS, "that was planted before signing in is not taken over, and ends"],
    ],
  },
  "7.3.1": {
    says: "a session ends after a quarter of an hour without anybody",
    by: [
      [SIGN_IN, "ends after 15 minutes without activity, and not during activity"],
      [MATRIX, "is refused by everything that the browser reads"],
    ],
  },
  "7.3.2": {
    says: "a session ends after a working day",
    by: [[SIGN_IN, "ends after a working day, however busy it was"]],
  },
  "7.4.1": {
    says: "a session that has ended opens nothing",
    by: [[SESSIONS, "that was signed out opens nothing any more, with however old a copy of its cookie"]],
  },
  "7.4.2": {
    says: "a disabled user has no session any more",
    by: [
      [SIGN_IN, "is refused for a disabled user, whose open sessions end immediately"],
      [CHANGING, "is refused from the next request on, and cannot sign in until enabled"],
    ],
  },
  "7.4.5": {
    says: "an admin ends the sessions of a person",
    by: [[CHANGING, "signing a user out ends their sessions and keeps their credentials"]],
  },
  "7.5.3": {
    says: "an approval requires a fresh second factor",
    by: [
      [PROOF, "is not taken later, and changes nothing"],
      [PROOF, "counts within five minutes of showing it"],
    ],
  },
  "8.2.1": {
    says: "each entry point permits those who may",
    by: [
      [MATRIX, "is refused by every action"],
      [MATRIX, "is let in by every action"],
      ["tests/integration/auth/permissions.test.ts", "no use case is missing from this table"],
    ],
  },
  "8.2.2": {
    says: "each record opens where it belongs",
    by: [
      [MATRIX, "opens nothing in this one, and opens its own"],
      [MATRIX, "does no more than an unknown ID"],
    ],
  },
  "8.2.3": {
    says: "each field is shown to those who may see it",
    by: [[REQUEST, "support sees that it exists, and neither the whole account nor the whole name"]],
  },
  "8.3.2": {
    says: "a role change takes effect immediately",
    by: [[CHANGING, "takes effect immediately, and ends the sessions of the old role"]],
  },
  "11.2.4": {
    says: "comparisons take constant time",
    by: [
      [
        "tests/unit/callbacks/verify.test.ts",
        "a signature takes as long to refuse whether its first or its last digit is wrong",
      ],
      [THROTTLE, "for an unknown user is answered alike"],
    ],
  },
  "11.4.2": {
    says: "passwords are kept by argon2id",
    by: [
      ["tests/integration/db/unknown-role.test.ts", "a password is kept as argon2id makes it, never the same twice"],
    ],
  },
  "11.5.1": {
    says: "secrets are random, with 128 bits or more",
    by: [["tests/integration/db/unknown-role.test.ts", "credentials are random and long enough"]],
  },
  "13.3.1": {
    says: "secrets come from the settings, and are said by nothing",
    by: [["tests/unit/env.test.ts", "never put a value into a message: it may be a secret"]],
  },
  "13.4.2": {
    says: "nothing of the development server is served",
    by: [[REQUESTS, "finds nothing that lies around: no sources, no settings, no images made to order"]],
  },
  "13.4.5": {
    says: "there is no unlisted entry point",
    by: [
      [MATRIX, "has every route of the build, and no other"],
      [MATRIX, "has every server action of the build, and no other"],
    ],
  },
  "14.2.6": {
    says: "no more of an account is shown than is needed",
    by: [[REQUEST, "support sees that it exists, and neither the whole account nor the whole name"]],
  },
  "14.3.2": {
    says: "nothing in between keeps what is shown",
    by: [[MATRIX, "is answered in a way that nothing in between may keep"]],
  },
  "15.3.3": {
    says: "no field is taken that a form does not have",
    by: [[ACTIONS, "takes no field that its form does not have: whose, where and how far stay ours to say"]],
  },
  "15.3.6": {
    says: "no input writes on a prototype",
    by: [
      [ACTIONS, "takes no field from a prototype"],
      [JSON_TEXT, "__proto__ and constructor are fields like any other"],
    ],
  },
  "15.4.2": {
    says: "what was checked is still so when it is done",
    by: [
      [APPROVING, "two approvals at the same time let it leave once"],
      [APPROVING, "that was changed after it was approved is not sent"],
    ],
  },
  "16.2.5": {
    says: "the log holds no secret and no personal name",
    by: [
      ["tests/unit/log.test.ts", "an error is logged by its cause, without the values of the query that met it"],
      [EDGES, "strangers learn nothing of it, and the log says what failed without a secret or a person in it"],
      [
        MATRIX,
        "nothing of all this is in the log: no secret, no cookie, no address of a callback, no person, no account",
      ],
    ],
  },
  "16.3.1": {
    says: "each attempt to sign in leaves a line",
    by: [
      [SESSIONS, "is recorded with its address, which the caller cannot forge"],
      [SIGN_IN, "leaves a line in the audit log, and no password in it"],
    ],
  },
  "16.3.2": {
    says: "each refusal for a missing permission leaves a line",
    by: [[GUESSING, "a refused attempt leaves a line in the log, without the user's name"]],
  },
  "16.4.1": {
    says: "no input adds lines to the log",
    by: [["tests/unit/log.test.ts", "every input stays within its own line of the log"]],
  },
  "16.4.2": {
    says: "the audit log cannot be changed unseen",
    by: [
      [CHAIN, "a changed line is named"],
      [CHAIN, "a removed line is named"],
    ],
  },
  "16.5.1": {
    says: "a failure says no more than that there was one",
    by: [[REQUESTS, "learns of a failure only that there was one"]],
  },
  "16.5.3": {
    says: "what fails stays shut",
    by: [
      ["tests/integration/db/unknown-role.test.ts", "where the database does not answer, no caller is authenticated"],
    ],
  },
};
