import type { Actor, User } from "@/lib/auth/actor";
import { type Ctx, Forbidden } from "@/lib/auth/context";
import { createVault } from "@/lib/auth/crypto";
import { createInstanceState } from "@/lib/db/instance-state";
import { createOutgoing } from "@/lib/outgoing/client";
import { USUAL_LAYOUT } from "@/lib/payees/account-check/layout";
import { createPaymentsApi } from "@/lib/payments-api/client";
import { checkDeparting, type Intents } from "./check-departing";
import type { Commands } from "./commands";
import { ConnectionLost, type Database } from "./database";
import { type Fact, factsIn } from "./facts";
import { check, Violation } from "./invariants";
import { faultyApi, type NetworkFaults } from "./network";
import type { Run } from "./operations";
import { type Mishap, NO_MISHAP, Process } from "./process";
import { seededRandom } from "./seeded-random";
import { type Repeated, Service } from "./service";
import { TOLERANCE_S } from "./service-constants";

export type Setting = { database: Database; users: User[]; commands: Commands; repeated: Repeated };

/** Long after any real time, so that a job that is due "now" by the database's clock is due here too. */
const START = Date.parse("2040-01-01T00:00:00Z");

const vault = createVault("a secret that nothing here uses");

/** "Once the request's own time limit has passed", which is half of this. */
const SWEPT_AFTER_MS = 60_000;

type Started = { process: Process; instance: number; onEnd: () => Promise<void> };

/** A merchant's console in two instances, the people at it, the service, and everything that lies between them. */
export class Simulation {
  readonly setting: Setting;
  facts: Fact[] = [];
  /** How many steps processes have made, after each of which everything was looked at. */
  steps = 0;
  readonly service: Service;
  readonly weather: NetworkFaults = { creates: [], queries: [], misrouted: false, slowMs: 1_000 };
  readonly intents: Intents = { asked: [], approved: [] };
  readonly secretKey = "the secret of the simulated service";
  /** How far the clocks of the two instances are off. */
  readonly offsetsMs = [0, 0];
  #time = START;
  /** How often each instance was started: every start has a monotonic clock of its own. */
  readonly #starts = [1, 1];
  #alive: Started[] = [];
  #left = new Set<string>();
  #seenWrites = -1;
  readonly #chance: () => number;
  readonly #fuseSeconds: number;
  readonly #instances = [createInstanceState(null), createInstanceState(null)];

  constructor(setting: Setting, { seed, signs, tells, toldAheadS, fuseSeconds, serviceOffsetS }: Run) {
    this.setting = setting;
    this.#chance = seededRandom(seed);
    this.#fuseSeconds = fuseSeconds;
    const serviceNow = () => this.#time + serviceOffsetS * 1000;
    this.service = new Service(setting.repeated, serviceNow, { signs, tells, toldAheadMs: toldAheadS * 1000 });
  }

  now = (instance: number) => new Date(this.#time + (this.offsetsMs[instance] ?? 0));
  random = (bytes: number) =>
    Array.from({ length: bytes }, () => (this.#chance() & 0xff).toString(16).padStart(2, "0")).join("");
  get alive(): readonly Process[] {
    return this.#alive.map(({ process }) => process);
  }

  async pass(seconds: number): Promise<void> {
    this.#time += seconds * 1000;
    this.service.tick();
    await this.look();
  }

  /** Sets our clocks right, or to the service's where the difference is too large for it to answer. */
  setClocks(): void {
    const apartMs = this.service.now() - this.#time;
    this.offsetsMs.fill(Math.abs(apartMs) > TOLERANCE_S * 1000 ? apartMs : 0);
  }

  /** A use case begins in one of the two instances, and runs to its first boundary or to its end. */
  async begin(
    name: string,
    { actor, instance, atOnce }: { actor: Actor; instance: number; atOnce: boolean },
    work: (ctx: Ctx) => Promise<unknown>,
    onEnd: (process: Process) => Promise<void> = async () => undefined,
  ): Promise<void> {
    const process = new Process(name);
    const started = { process, instance, onEnd: () => onEnd(process) };
    this.#alive.push(started);
    await process.start(() => work(this.#ctx(process, actor, instance)));
    await this.#advance(started);
    if (atOnce) await this.finish(process);
  }

  async step(process: Process, mishap: Mishap): Promise<void> {
    const started = this.#alive.find((one) => one.process === process);
    if (!started) throw new Error(`${process.name} is not alive`);
    await process.step(mishap);
    await this.#advance(started);
  }

  async finish(process: Process): Promise<void> {
    while (this.#alive.some((one) => one.process === process)) await this.step(process, NO_MISHAP);
  }

  async powerFails(instance: number): Promise<void> {
    const gone = this.#alive.filter((one) => one.instance === instance);
    this.#starts[instance] = (this.#starts[instance] ?? 0) + 1;
    this.#alive = this.#alive.filter((one) => one.instance !== instance);
    for (const { process, onEnd } of gone) {
      void process.die();
      await onEnd();
    }
  }

  /** Attempts that a sweep of this instance has to end. */
  abandoned(instance: number): string[] {
    const longAgo = this.now(instance).getTime() - SWEPT_AFTER_MS;
    const attempts = this.facts.flatMap((fact) => fact.attempts);
    return attempts
      .filter((one) => one.outcome === null && Date.parse(one.claimedAt) < longAgo)
      .map(({ body }) => body);
  }

  mustHaveEnded(bodies: string[]): void {
    const open = this.facts.flatMap(({ attempts }) => attempts).filter(({ outcome }) => outcome === null);
    const left = open.find(({ body }) => bodies.includes(body));
    if (left) throw new Violation(2, `an attempt has no outcome after a sweep: ${left.body}`);
  }

  /** Checks every invariant. */
  async look(): Promise<void> {
    const before = this.facts;
    const { database } = this.setting;
    if (database.writes !== this.#seenWrites) this.facts = await factsIn(database);
    this.#seenWrites = database.writes;
    check(this.facts, before, this.service);
  }

  async #advance(started: Started): Promise<void> {
    this.steps += 1;
    const { ending, name } = started.process;
    await this.look();
    if (ending === null) return;
    this.#alive = this.#alive.filter((one) => one !== started);
    if (ending.kind === "threw" && !isExpected(ending.error)) throw explained(name, ending.error);
    await started.onEnd();
  }

  #ctx(process: Process, actor: Actor, instance: number): Ctx {
    const { random, secretKey, service, weather } = this;
    const now = () => this.now(instance);
    const { database } = this.setting;
    const nonce = () => random(16);
    const monotonic = () => ({ process: `${instance}, start ${this.#starts[instance]}`, ms: this.#time - START });
    const keys = { baseUrl: "http://service.invalid", apiKey: "simulated", secretKey };
    const real = createPaymentsApi({ ...keys, fuseSeconds: this.#fuseSeconds, now, nonce });
    const onLeaving = (body: string) => {
      if (process.inTransaction) throw new Violation(2, `${process.name} sends before it has committed`);
      if (this.#left.has(body)) throw new Violation(6, body);
      this.#left.add(body);
      checkDeparting(this, body);
    };
    const api = faultyApi({ api: real, process, service, weather, now, onLeaving });
    const db = database.of(process);
    const about = {
      mail: null,
      webPush: null,
      post: createOutgoing(),
      hasProduction: false,
      rolesWithSecondFactor: [],
      passwordSignIn: true,
      payeeCoolingHours: 0,
      ledgerDatabase: null,
      accountCheckLayout: USUAL_LAYOUT,
      readOnly: false,
    };
    const remembered = this.#instances[instance];
    if (!remembered) throw new Error(`no instance ${instance}`);
    const held = { appUrl: "http://console.test", secretKey, vault, instance: remembered };
    return { actor, environment: "sandbox", db, api, now, monotonic, random, ...held, ...about };
  }
}

/** What a use case may throw: the injected fault, or a refusal. */
function isExpected(error: unknown): boolean {
  if (error instanceof ConnectionLost || error instanceof Forbidden) return true;
  return error instanceof Error && error.cause !== undefined && isExpected(error.cause);
}

const explained = (name: string, error: unknown) =>
  error instanceof Violation ? error : new Error(`${name} threw`, { cause: error });
