import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { signatureToleranceSeconds } from '#contract/cabinets/webhook-signature.ts';
import { type CabinetIdentity, DriverError, type Progress } from '#server/cabinets/drivers/driver.ts';
import { newToken } from '#server/keys/secrets.ts';
import { playForProvisioner } from './played-for-provisioner.ts';
import { type Finding, type Point, point } from './point.ts';
import {
  act,
  attempt,
  beginWalk,
  type Call,
  type Done,
  driverWith,
  finish,
  keepBackup,
  listed,
  note,
  opened,
  type ProvisionerCheckOptions,
  settles,
  inWords,
  type Walk,
} from './provisioner-walk.ts';
import { checks } from './provisioner-points.ts';

/**
 * Checks what a provisioner lacks of the cabinet protocol, point by point. It makes a cabinet there, takes it through
 * everything that the platform asks for, with the platform's own driver, and destroys it. Never throws.
 */
export async function checkProvisioner(url: string, options: ProvisionerCheckOptions): Promise<Point[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tenantry-check-'));
  const played = await playForProvisioner({ secret: options.secret, ...options.listen });
  try {
    const walk = beginWalk(url, { ...options, file: path.join(folder, 'backup') }, played);
    await walkThrough(walk);
    return Object.values(checks).map((check) => walk.points.get(check.key) ?? point(check, 'unchecked'));
  } finally {
    await played.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const silences: readonly string[] = ['refused', 'unreachable', 'timeout', 'forbidden_address'];

async function walkThrough(walk: Walk): Promise<void> {
  const stranger = driverWith(walk, { secret: newToken() });
  const answer = await attempt(() => stranger.create(walk.asked, databaseStep()));
  const isSilent = answer instanceof DriverError && silences.includes(answer.reason);
  note(walk, checks.reachable, isSilent ? ['lacks', answer.detail] : 'ok');
  if (isSilent) return;
  note(walk, checks.forged, refusal(answer));
  note(walk, checks.late, await refusalOfOld(walk));
  await live(walk);
  await end(walk);
  const { notRepeated, notAgain } = walk;
  note(walk, checks.repeated, notRepeated.length === 0 ? 'ok' : ['lacks', notRepeated.join('; ')]);
  note(walk, checks.again, notAgain.length === 0 ? 'ok' : ['lacks', notAgain.join('; ')]);
  note(walk, checks.results, resultsFinding(walk));
}

function databaseStep() {
  return { id: randomUUID(), step: 'database' } as const;
}

function refusal(answer: Progress | DriverError): Finding {
  if (!(answer instanceof DriverError)) return ['lacks', `it is taken: ${answer.state}`];
  return answer.reason === 'rejected' ? 'ok' : ['lacks', answer.message];
}

async function refusalOfOld(walk: Walk): Promise<Finding> {
  for (const seconds of [-2, 2].map((times) => times * signatureToleranceSeconds)) {
    const shifted = driverWith(walk, { now: () => new Date(Date.now() + seconds * 1000) });
    const finding = refusal(await attempt(() => shifted.create(walk.asked, databaseStep())));
    if (finding !== 'ok') return finding;
  }
  return 'ok';
}

/** Makes, backs up, suspends and resumes a cabinet. */
async function live(walk: Walk): Promise<void> {
  const { asked, driver } = walk;
  const database = await act(walk, checks.database, (id) => driver.create(asked, { id, step: 'database' }));
  if (!database) return;
  const instance = await act(walk, checks.instance, (id) => driver.create(asked, { id, step: 'instance' }));
  if (!instance) return;
  const cabinet = instance.domain === undefined ? asked : at(asked, instance.domain);
  if (!(await settles(walk, checks.answers, cabinet, opened))) return;
  note(walk, checks.listed, await listFinding(walk, cabinet));
  note(walk, checks.ownDomain, await ownDomainFinding(walk, cabinet));
  const keep = (stream: Readable) => keepBackup(walk, stream);
  await act(walk, checks.backup, (id) => driver.backup(cabinet, { id, keep }));
  const suspension = randomUUID();
  const suspend: Call = (id) => driver.suspend(cabinet, { id, reason: 'unpaid' });
  if (!(await act(walk, checks.suspend, suspend, suspension))) return;
  await settles(walk, checks.rests, cabinet, (found) => {
    if (!found.answered || found.status < 400) return ['lacks', inWords(found)];
    return found.status === 503 ? 'ok' : ['advice', inWords(found)];
  });
  await act(walk, checks.restingBackup, (id) => driver.backup(cabinet, { id, keep }));
  if (!(await act(walk, checks.resume, (id) => driver.resume(cabinet, { id })))) return;
  if (!(await settles(walk, checks.resumed, cabinet, opened))) return;
  await finish(walk, suspend, suspension);
  const found = opened(await driver.probe(cabinet));
  const isUndone = found !== 'ok' && `the suspension before it came back: ${found[1]}`;
  note(walk, checks.replayed, isUndone ? ['lacks', isUndone] : 'ok');
}

/** Under another name, at the place that the cabinet's own address leads to; then under that one alone again. */
async function ownDomainFinding(walk: Walk, cabinet: CabinetIdentity): Promise<Finding> {
  const { driver } = walk;
  const ownDomain = 'own-domain.check.invalid';
  const serve = (named: string | null) =>
    finish(
      walk,
      async (id) =>
        (await driver.serveDomain?.({ ...cabinet, ownDomain: named }, { id })) ?? { state: 'done' },
      randomUUID(),
    );
  const begun = await serve(ownDomain);
  if (begun instanceof DriverError) {
    return ['advice', `customers can't have domains of their own: ${begun.detail}`];
  }
  const url = at(cabinet, ownDomain).url;
  const during = await driver.probe(cabinet, url);
  const ended = await serve(null);
  if (ended instanceof DriverError) return ['lacks', ended.message];
  // A certificate for a name of this check's own can't be there.
  if (url.startsWith('https:')) return 'ok';
  if (opened(during) !== 'ok') return ['lacks', inWords(during)];
  const after = await driver.probe(cabinet, url);
  return opened(after) === 'ok' ? ['lacks', 'it still answers there after the domain was taken away'] : 'ok';
}

function at(asked: CabinetIdentity, host: string): CabinetIdentity {
  const elsewhere = new URL(asked.url);
  elsewhere.hostname = host;
  return { ...asked, domain: host, url: elsewhere.origin };
}

async function listFinding(walk: Walk, { domain: own }: CabinetIdentity): Promise<Finding> {
  const found = await listed(walk);
  if (found instanceof DriverError) {
    return found.reason === 'rejected'
      ? ['advice', `it keeps no list (${found.detail}): what nobody owns is not found`]
      : ['lacks', found.message];
  }
  if (!found) return ['lacks', `${walk.asked.clientId} is not in it`];
  const { database, instance, domain } = found;
  const isRight = database && instance === 'active' && domain === own;
  return isRight ? 'ok' : ['lacks', `database ${database}, instance ${instance}, domain ${domain}`];
}

/** Destroys in any case, and a second time if a backup was restored. */
async function end(walk: Walk): Promise<void> {
  const { asked, driver, played } = walk;
  if (!(await act(walk, checks.destroy, (id) => driver.destroy(asked, { id })))) return;
  const isGone = await settles(walk, checks.gone, asked, (found) =>
    found.answered && found.status < 400 ? ['lacks', inWords(found)] : 'ok',
  );
  if (!isGone) return;
  const stillListed = await listed(walk);
  if (stillListed && !(stillListed instanceof DriverError))
    return note(walk, checks.gone, ['lacks', 'its list still has it']);
  const { backup } = walk;
  if (!backup) return;
  const source = { id: randomUUID(), ...backup, open: () => Readable.from([]) };
  played.give({ id: source.id, file: walk.file });
  const restore: Call = (id) => driver.create(asked, { id, step: 'database', backup: source });
  note(walk, checks.restore, restoreFinding(walk, await finish(walk, restore, randomUUID())));
  const nobodys = { ...asked, url: '', secret: '' };
  const destroyed = await finish(walk, (id) => driver.destroy(nobodys, { id }), randomUUID());
  note(walk, checks.nobodys, destroyed instanceof DriverError ? ['lacks', destroyed.message] : 'ok');
}

function restoreFinding({ played }: Walk, made: Done | DriverError): Finding {
  if (made instanceof DriverError) return ['lacks', made.message];
  if (played.calls.backups.length === 0) return ['lacks', 'done, but it never fetched the backup'];
  const faults = played.calls.backups.at(-1) ?? [];
  return faults.length === 0 ? 'ok' : ['lacks', faults.join('; ')];
}

function resultsFinding({ played, isEverPending }: Walk): Finding {
  const faults = [...new Set(played.calls.results.flat())];
  if (faults.length > 0) return ['lacks', faults.join('; ')];
  if (played.calls.results.length > 0) return 'ok';
  return isEverPending
    ? ['advice', 'none came: what goes on elsewhere is asked for again and again']
    : ['unchecked', 'every act was answered at once'];
}
