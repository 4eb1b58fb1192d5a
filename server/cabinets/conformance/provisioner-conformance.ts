import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { signatureToleranceSeconds } from '#contract/webhook-signature.ts';
import { type Measure, measuredStream } from '#server/measured-stream.ts';
import { newToken } from '#server/secrets.ts';
import { type Check, type Finding, type Point, point } from './conformance-point.ts';
import {
  type CabinetDriver,
  type CabinetIdentity,
  type CreationOutcome,
  DriverError,
  type Found,
  type Outcome,
} from '#server/cabinets/driver.ts';
import type { ProbeResult } from '#server/cabinets/probe.ts';
import { type PlayedForProvisioner, playForProvisioner } from './provisioner-conformance-platform.ts';
import { webhookDriver } from '#server/cabinets/webhook-driver.ts';

export interface ProvisionerCheckOptions {
  secret: string;
  /** Where the cabinet that is made and destroyed for the check is to answer. */
  cabinetUrl: string;
  /** Where results are taken and a backup is given, by a name that the provisioner can reach. */
  listen: { host: string; port: number };
  /** For one answer. */
  timeoutMs?: number;
  /** How long an act may go on elsewhere. */
  pendingMs?: number;
  /** How long a cabinet may take to be at its address what the provisioner says it is. */
  settleMs?: number;
  /** What is done now. */
  progress?: (title: string) => void;
}

const section = 'Provisioner';
const checks = {
  reachable: { key: 'reachable', section, title: 'The address answers' },
  forged: { key: 'forged', section: 'Signature', title: 'A call signed with another secret is refused' },
  late: {
    key: 'late',
    section: 'Signature',
    title: `A call of more than ${signatureToleranceSeconds} s ago or ahead is refused`,
  },
  database: { key: 'database', section, title: 'It makes a database' },
  instance: { key: 'instance', section, title: 'It makes an instance' },
  answers: { key: 'answers', section, title: 'What it calls done answers its health check' },
  listed: { key: 'listed', section, title: 'Its list has the cabinet as it is' },
  backup: { key: 'backup', section, title: 'It gives a backup that comes whole' },
  suspend: { key: 'suspend', section, title: 'It suspends' },
  rests: { key: 'rests', section: 'Suspension', title: 'A suspended cabinet answers 503' },
  restingBackup: { key: 'backup_suspended', section, title: 'It gives a backup of a suspended cabinet too' },
  resume: { key: 'resume', section, title: 'It resumes' },
  resumed: { key: 'resumed', section, title: 'A resumed cabinet answers its health check' },
  replayed: {
    key: 'replayed',
    section,
    title: 'An operation that comes again after a later one undoes nothing',
  },
  destroy: { key: 'destroy', section, title: 'It destroys' },
  gone: { key: 'gone', section, title: 'What was destroyed is gone' },
  restore: { key: 'restore', section, title: 'A database begins with the backup that it is told' },
  nobodys: { key: 'nobodys', section, title: 'What nobody owns goes by its client id alone' },
  repeated: { key: 'repeated', section, title: 'A repeated operation is answered as the first time' },
  again: { key: 'again', section, title: 'What is so already is done, by a new operation too' },
  results: { key: 'results', section, title: 'Results that it sends are signed and as the page has them' },
} satisfies Record<string, Check>;

/**
 * What a provisioner still lacks of the cabinet protocol, point by point. It makes a cabinet there, takes it through
 * everything that the platform asks for, by the platform's own driver, and destroys it. Never throws.
 */
export async function checkProvisioner(url: string, options: ProvisionerCheckOptions): Promise<Point[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tenantry-check-'));
  const played = await playForProvisioner({ secret: options.secret, ...options.listen });
  try {
    return await walk(url, { ...options, file: path.join(folder, 'backup') }, played);
  } finally {
    await played.close();
    await rm(folder, { recursive: true, force: true });
  }
}

type Done = Extract<CreationOutcome, { state: 'done' }>;
type Call = (id: string) => Promise<CreationOutcome>;

async function walk(
  url: string,
  options: ProvisionerCheckOptions & { file: string },
  played: PlayedForProvisioner,
): Promise<Point[]> {
  const { secret, timeoutMs = 30_000, pendingMs = 300_000, settleMs = 30_000, file, progress } = options;
  const { hostname: domain } = new URL(options.cabinetUrl);
  const asked = { clientId: randomUUID(), domain, url: options.cabinetUrl, secret: newToken() };
  const driver = driverWith({});
  const points = new Map<string, Point>();
  const notRepeated: string[] = [];
  const notAgain: string[] = [];
  let isEverPending = false;
  let backup: Measure | undefined;

  const answer = await attempt(() => driverWith({ secret: newToken() }).create(asked, databaseStep()));
  const isSilent = answer instanceof DriverError && silences.includes(answer.reason);
  note(checks.reachable, isSilent ? ['lacks', answer.detail] : 'ok');
  if (isSilent) return inOrder();
  note(checks.forged, refusal(answer));
  note(checks.late, await refusalOfOld());
  await live();
  await end();
  note(checks.repeated, notRepeated.length === 0 ? 'ok' : ['lacks', notRepeated.join('; ')]);
  note(checks.again, notAgain.length === 0 ? 'ok' : ['lacks', notAgain.join('; ')]);
  note(checks.results, resultsFinding());
  return inOrder();

  async function live(): Promise<void> {
    const database = await act(checks.database, (id) => driver.create(asked, { id, step: 'database' }));
    if (!database) return;
    const instance = await act(checks.instance, (id) => driver.create(asked, { id, step: 'instance' }));
    if (!instance) return;
    const cabinet = instance.domain === undefined ? asked : at(instance.domain);
    if (!(await settles(checks.answers, cabinet, opened))) return;
    note(checks.listed, await listed(cabinet));
    await act(checks.backup, (id) => driver.backup(cabinet, { id, keep }));
    const suspension = randomUUID();
    const suspend: Call = (id) => driver.suspend(cabinet, { id, reason: 'unpaid' });
    if (!(await act(checks.suspend, suspend, suspension))) return;
    await settles(checks.rests, cabinet, resting);
    await act(checks.restingBackup, (id) => driver.backup(cabinet, { id, keep }));
    if (!(await act(checks.resume, (id) => driver.resume(cabinet, { id })))) return;
    if (!(await settles(checks.resumed, cabinet, opened))) return;
    await finish(suspend, suspension);
    const found = opened(await driver.probe(cabinet));
    note(
      checks.replayed,
      found === 'ok' ? found : ['lacks', `the suspension before it came back: ${found[1]}`],
    );
  }

  /** Destroys in any case, and what a backup was given for once more. */
  async function end(): Promise<void> {
    const destroyed = await act(checks.destroy, (id) => driver.destroy(asked, { id }));
    if (!destroyed) return;
    if (!(await settles(checks.gone, asked, closed))) return;
    if (await isListed()) return note(checks.gone, ['lacks', 'its list still has it']);
    if (!backup) return;
    const source = { id: randomUUID(), ...backup, open: () => Readable.from([]) };
    played.give({ id: source.id, file });
    const made = await finish(
      (id) => driver.create(asked, { id, step: 'database', backup: source }),
      randomUUID(),
    );
    note(checks.restore, restoreFinding(made));
    const nobodys = { ...asked, url: '', secret: '' };
    note(checks.nobodys, outcomeFinding(await finish((id) => driver.destroy(nobodys, { id }), randomUUID())));
  }

  /** One act, and what comes of the same operation again and of a new one; undefined when it could not be done. */
  async function act(check: Check, call: Call, id: string = randomUUID()): Promise<Done | undefined> {
    progress?.(check.title);
    const first = await finish(call, id);
    note(check, outcomeFinding(first));
    if (first instanceof DriverError) return undefined;
    const repeated = await finish(call, id);
    if (repeated instanceof DriverError) notRepeated.push(`${check.key}: ${repeated.message}`);
    else if (repeated.domain !== first.domain) {
      notRepeated.push(`${check.key}: ${repeated.domain} instead of ${first.domain}`);
    }
    const again = await finish(call, randomUUID());
    if (again instanceof DriverError) notAgain.push(`${check.key}: ${again.message}`);
    return first;
  }

  /** As the platform does: the same call again while it goes on, sooner when a result came. */
  async function finish(call: Call, id: string): Promise<Done | DriverError> {
    for (const deadline = performance.now() + pendingMs; ;) {
      const outcome = await attempt(() => call(id));
      if (outcome instanceof DriverError || outcome.state === 'done') return outcome;
      isEverPending = true;
      const left = deadline - performance.now();
      if (left <= 0) return new DriverError('timeout', `it still goes on after ${pendingMs} ms`);
      await played.resultOf(id, Math.min(outcome.lookAgainSeconds * 1000, left));
    }
  }

  async function settles(
    check: Check,
    cabinet: CabinetIdentity,
    judge: (found: ProbeResult) => Finding,
  ): Promise<boolean> {
    for (const deadline = performance.now() + settleMs; ; await wait(Math.min(500, settleMs))) {
      const finding = judge(await driver.probe(cabinet));
      if (finding !== 'ok' && performance.now() < deadline) continue;
      note(check, finding);
      return finding === 'ok';
    }
  }

  async function keep(stream: Readable): Promise<void> {
    const measured = measuredStream();
    await pipeline(stream, measured.through, createWriteStream(file));
    backup = measured.measure();
  }

  async function listed({ domain: own }: CabinetIdentity): Promise<Finding> {
    const found = await attempt(findInList);
    if (found instanceof DriverError) {
      return found.reason === 'rejected'
        ? ['advice', `it keeps no list (${found.detail}): what nobody owns is not found`]
        : ['lacks', found.message];
    }
    if (!found) return ['lacks', `${asked.clientId} is not in it`];
    const { database, instance } = found;
    const isRight = database && instance === 'active' && found.domain === own;
    return isRight ? 'ok' : ['lacks', `database ${database}, instance ${instance}, domain ${found.domain}`];
  }

  async function isListed(): Promise<boolean> {
    const found = await attempt(findInList);
    return found !== undefined && !(found instanceof DriverError);
  }

  async function findInList(): Promise<Found | undefined> {
    let own: Found | undefined;
    // To its end: the order and the last, empty page are looked at as well.
    for await (const found of driver.inventory?.() ?? []) if (found.clientId === asked.clientId) own = found;
    return own;
  }

  function restoreFinding(made: Done | DriverError): Finding {
    if (made instanceof DriverError) return ['lacks', made.message];
    if (played.calls.backups.length === 0) return ['lacks', 'done, but it never fetched the backup'];
    const faults = played.calls.backups.at(-1) ?? [];
    return faults.length === 0 ? 'ok' : ['lacks', faults.join('; ')];
  }

  function resultsFinding(): Finding {
    const faults = [...new Set(played.calls.results.flat())];
    if (faults.length > 0) return ['lacks', faults.join('; ')];
    if (played.calls.results.length > 0) return 'ok';
    return isEverPending
      ? ['advice', 'none came: what goes on elsewhere is asked for again and again']
      : ['unchecked', 'every act was answered at once'];
  }

  async function refusalOfOld(): Promise<Finding> {
    for (const seconds of [-2, 2].map((times) => times * signatureToleranceSeconds)) {
      const shifted = driverWith({ now: () => new Date(Date.now() + seconds * 1000) });
      const finding = refusal(await attempt(() => shifted.create(asked, databaseStep())));
      if (finding !== 'ok') return finding;
    }
    return 'ok';
  }

  function driverWith(changed: { secret?: string; now?: () => Date }): CabinetDriver {
    const { apiUrl } = played;
    // Whoever runs the check may call an address of their own network.
    return webhookDriver({
      url,
      secret,
      apiUrl,
      timeoutMs,
      allowPrivate: true,
      now: () => new Date(),
      ...changed,
    });
  }

  function at(host: string): CabinetIdentity {
    const elsewhere = new URL(asked.url);
    elsewhere.hostname = host;
    return { ...asked, domain: host, url: elsewhere.origin };
  }

  function note(check: Check, finding: Finding): void {
    points.set(check.key, point(check, finding));
  }

  function inOrder(): Point[] {
    return Object.values(checks).map((check) => points.get(check.key) ?? point(check, 'unchecked'));
  }
}

const silences: readonly string[] = ['refused', 'unreachable', 'timeout', 'forbidden_address'];

function databaseStep() {
  return { id: randomUUID(), step: 'database' } as const;
}

async function attempt<Result>(act: () => Promise<Result>): Promise<Result | DriverError> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof DriverError) return error;
    throw error;
  }
}

function refusal(answer: Outcome | DriverError): Finding {
  if (!(answer instanceof DriverError)) return ['lacks', `it is taken: ${answer.state}`];
  return answer.reason === 'rejected' ? 'ok' : ['lacks', answer.message];
}

function outcomeFinding(outcome: Done | DriverError): Finding {
  return outcome instanceof DriverError ? ['lacks', outcome.message] : 'ok';
}

function opened(found: ProbeResult): 'ok' | ['lacks', string] {
  return found.answered && found.status < 300 ? 'ok' : ['lacks', told(found)];
}

function resting(found: ProbeResult): Finding {
  if (!found.answered || found.status < 400) return ['lacks', told(found)];
  return found.status === 503 ? 'ok' : ['advice', told(found)];
}

function closed(found: ProbeResult): Finding {
  return found.answered && found.status < 400 ? ['lacks', told(found)] : 'ok';
}

function told(found: ProbeResult): string {
  return found.answered ? `its health check is a ${found.status}` : `no answer: ${found.reason}`;
}
