import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type CabinetDriver,
  type CabinetIdentity,
  type CreationProgress,
  DriverError,
  type Found,
} from '#server/cabinets/drivers/driver.ts';
import type { ProbeResult } from '#server/cabinets/drivers/probe.ts';
import { webhookDriver } from '#server/cabinets/drivers/webhook/webhook-driver.ts';
import { type Measure, measuredStream } from '#server/kernel/measured-stream.ts';
import { newToken } from '#server/keys/secrets.ts';
import type { PlayedForProvisioner } from './played-for-provisioner.ts';
import { type Check, type Finding, type Point, point } from './point.ts';

export interface ProvisionerCheckOptions {
  secret: string;
  /** Where the cabinet made for the check will answer. */
  cabinetUrl: string;
  /** Where results are received and a backup is served, under a name that the provisioner can reach. */
  listen: { host: string; port: number };
  /** For one answer. */
  timeoutMs?: number;
  /** How long an operation may stay pending. */
  pendingMs?: number;
  /** How long a cabinet may take until its address shows what the provisioner reported. */
  settleMs?: number;
  /** Called with what is being done. */
  progress?: (title: string) => void;
}

type WalkOptions = ProvisionerCheckOptions & { file: string };

/** The cabinet of a check, and what was seen so far. */
export interface Walk extends WalkOptions {
  url: string;
  played: PlayedForProvisioner;
  driver: CabinetDriver;
  asked: CabinetIdentity;
  points: Map<string, Point>;
  notRepeated: string[];
  notAgain: string[];
  isEverPending: boolean;
  backup: Measure | undefined;
}

export type Done = Extract<CreationProgress, { state: 'done' }>;
export type Call = (id: string) => Promise<CreationProgress>;

export function beginWalk(url: string, options: WalkOptions, played: PlayedForProvisioner): Walk {
  const { hostname: domain } = new URL(options.cabinetUrl);
  return {
    ...options,
    url,
    played,
    driver: driverWith({ ...options, url, played }, {}),
    asked: {
      clientId: randomUUID(),
      domain,
      ownDomain: null,
      url: options.cabinetUrl,
      secret: newToken(),
    },
    points: new Map(),
    notRepeated: [],
    notAgain: [],
    isEverPending: false,
    backup: undefined,
  };
}

/** The platform's own driver, or one that signs wrongly. */
export function driverWith(
  { url, secret, played, timeoutMs = 30_000 }: Pick<Walk, 'url' | 'secret' | 'played' | 'timeoutMs'>,
  changed: { secret?: string; now?: () => Date },
): CabinetDriver {
  return webhookDriver({
    url,
    secrets: [changed.secret ?? secret],
    apiUrl: played.apiUrl,
    timeoutMs,
    // The check may call addresses in the operator's own network.
    allowPrivate: true,
    now: changed.now ?? (() => new Date()),
  });
}

export function note({ points }: Walk, check: Check, finding: Finding): void {
  points.set(check.key, point(check, finding));
}

/** Runs an operation, then a repeat of it and a new one; undefined when it failed. */
export async function act(
  walk: Walk,
  check: Check,
  call: Call,
  id: string = randomUUID(),
): Promise<Done | undefined> {
  walk.progress?.(check.title);
  const first = await finish(walk, call, id);
  note(walk, check, first instanceof DriverError ? ['lacks', first.message] : 'ok');
  if (first instanceof DriverError) return undefined;
  const repeated = await finish(walk, call, id);
  if (repeated instanceof DriverError) walk.notRepeated.push(`${check.key}: ${repeated.message}`);
  else if (repeated.domain !== first.domain) {
    walk.notRepeated.push(`${check.key}: ${repeated.domain} instead of ${first.domain}`);
  }
  const again = await finish(walk, call, randomUUID());
  if (again instanceof DriverError) walk.notAgain.push(`${check.key}: ${again.message}`);
  return first;
}

/** Like the platform: repeats the call while it is pending, sooner when a result came. */
export async function finish(walk: Walk, call: Call, id: string): Promise<Done | DriverError> {
  const { pendingMs = 300_000, played } = walk;
  for (const deadline = performance.now() + pendingMs; ;) {
    const outcome = await attempt(() => call(id));
    if (outcome instanceof DriverError || outcome.state === 'done') return outcome;
    walk.isEverPending = true;
    const left = deadline - performance.now();
    if (left <= 0) return new DriverError('timeout', `it still goes on after ${pendingMs} ms`);
    await played.resultOf(id, Math.min(outcome.lookAgainSeconds * 1000, left));
  }
}

export async function attempt<Result>(work: () => Promise<Result>): Promise<Result | DriverError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DriverError) return error;
    throw error;
  }
}

/** Looks at the cabinet's address until it is as expected, or the time is over. */
export async function settles(
  walk: Walk,
  check: Check,
  cabinet: CabinetIdentity,
  judge: (found: ProbeResult) => Finding,
): Promise<boolean> {
  const { settleMs = 30_000 } = walk;
  for (const deadline = performance.now() + settleMs; ; await wait(Math.min(500, settleMs))) {
    const finding = judge(await walk.driver.probe(cabinet));
    if (finding !== 'ok' && performance.now() < deadline) continue;
    note(walk, check, finding);
    return finding === 'ok';
  }
}

export function opened(found: ProbeResult): 'ok' | ['lacks', string] {
  return found.answered && found.status < 300 ? 'ok' : ['lacks', inWords(found)];
}

/** The result of a health check in words. */
export function inWords(found: ProbeResult): string {
  return found.answered ? `its health check is a ${found.status}` : `no answer: ${found.reason}`;
}

export async function keepBackup(walk: Walk, stream: Readable): Promise<void> {
  const measured = measuredStream();
  await pipeline(stream, measured.through, createWriteStream(walk.file));
  walk.backup = measured.measure();
}

/** The cabinet in the provisioner's list. */
export function listed({ driver, asked }: Walk): Promise<Found | undefined | DriverError> {
  return attempt(async () => {
    let own: Found | undefined;
    // To the end, so that the order and the last, empty page are checked as well.
    for await (const found of driver.inventory?.() ?? []) if (found.clientId === asked.clientId) own = found;
    return own;
  });
}
