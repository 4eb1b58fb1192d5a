import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Point } from '#conformance/point.ts';
import { checkProvisioner } from '#conformance/check-provisioner.ts';
import { runCli } from '#cli/run-cli.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { freePort } from '#tests/support/processes/ports.ts';
import {
  type Behaviour,
  json,
  provisionerSecret,
  startProvisioner,
} from '#tests/support/cabinets/provisioner.ts';

type Provisioner = Awaited<ReturnType<typeof startProvisioner>>;
let provisioner: Provisioner;
let cabinetUrl: string;

beforeEach(async () => {
  const port = await freePort();
  provisioner = await startProvisioner(port);
  cabinetUrl = `http://check.localhost:${port}`;
});
afterEach(() => provisioner.close());

const check = (url = provisioner.url) =>
  checkProvisioner(url, {
    secret: provisionerSecret,
    cabinetUrl,
    listen: { host: '127.0.0.1', port: 0 },
    timeoutMs: 20_000,
    pendingMs: 60_000,
    settleMs: 50,
  });
const keysOf = (points: Point[], result: Point['result']) =>
  points.filter((one) => one.result === result).map(({ key }) => key);
const afterwards = ['restore', 'nobodys'];

describe('the check of a provisioner', () => {
  it('finds nothing lacking in one that follows the page, and leaves nothing there', async () => {
    const points = await check();
    expect(points.filter(({ result }) => result === 'lacks')).toEqual([]);
    expect(keysOf(points, 'advice')).toEqual([]);
    expect(keysOf(points, 'unchecked')).toEqual(['results']);
    expect(provisioner.cabinets.size).toBe(0);
  });

  /** Makes operations pending: 202, then a call-back, and the same answer to a repeat. */
  const elsewhere =
    (type: RegExp, callBack: (call: { callback_url: string }, result: object) => unknown): Behaviour =>
    (call, response, usual) => {
      const { operation } = call;
      if (begun.has(operation) || !type.test(call.type)) return usual();
      begun.add(operation);
      json(response, 202, { status: 'pending', look_again_seconds: 1 });
      callBack(call, { status: 'done', operation });
    };
  const begun = new Set<string>();

  it('waits for what goes on elsewhere', async () => {
    provisioner.behave(elsewhere(/./, (call, result) => provisioner.callBack(call.callback_url, result)));
    const points = await check();
    expect(keysOf(points, 'lacks')).toEqual([]);
    expect(keysOf(points, 'unchecked')).toEqual([]);
  });

  it('judges the results that come', async () => {
    provisioner.behave(
      elsewhere(/suspend/, (call, result) =>
        provisioner.callBack(call.callback_url, result, { secret: 'another' }),
      ),
    );
    expect(keysOf(await check(), 'lacks')).toEqual(['results']);
  });

  it('does not wait for results that never come', async () => {
    provisioner.behave(elsewhere(/suspend/, () => undefined));
    const points = await check();
    expect(keysOf(points, 'lacks')).toEqual([]);
    expect(keysOf(points, 'advice')).toEqual(['results']);
  });

  it.each<[string, string[], Parameters<Provisioner['neglect']>[0]]>([
    ['believes everybody', ['forged'], { signature: true }],
    ['looks at no clock', ['late'], { clock: true }],
  ])('finds one that %s', async (_name, lacking, neglected) => {
    provisioner.neglect(neglected);
    expect(keysOf(await check(), 'lacks')).toEqual(expect.arrayContaining(lacking));
    expect(provisioner.cabinets.size).toBe(0);
  });

  it('advises one that keeps no list', async () => {
    provisioner.neglect({ list: true });
    const points = await check();
    expect(keysOf(points, 'lacks')).toEqual([]);
    expect(keysOf(points, 'advice')).toEqual(['listed']);
  });

  const done = { status: 'done' };
  it.each<[string, string[], string[], Behaviour]>([
    [
      'says that an instance is there which is not',
      ['answers'],
      [],
      (call, response, usual) =>
        call.type === 'cabinet.create' && call.step === 'instance' ? json(response, 200, done) : usual(),
    ],
    [
      'only says that it suspends',
      ['rests'],
      [],
      (call, response, usual) => (call.type === 'cabinet.suspend' ? json(response, 200, done) : usual()),
    ],
    [
      'only says that it resumes',
      ['resumed'],
      [],
      (call, response, usual) => (call.type === 'cabinet.resume' ? json(response, 200, done) : usual()),
    ],
    [
      'forgets which operations it has done',
      ['replayed'],
      [],
      (call, response, usual) =>
        call.type === 'cabinet.suspend'
          ? json(response, 200, provisioner.work({ ...call, operation: randomUUID() }))
          : usual(),
    ],
    [
      'refuses what it has done',
      ['repeated'],
      [],
      (call, response, usual) => {
        const times = provisioner.calls.filter(({ operation }) => operation === call.operation).length;
        return times > 1 ? response.writeHead(409).end() : usual();
      },
    ],
    [
      'fails at what is so already',
      ['again'],
      [],
      (call, response, usual) => {
        const own = provisioner.cabinets.get(call.cabinet.client_id);
        const isNew = provisioner.calls.filter(({ operation }) => operation === call.operation).length === 1;
        if (call.type !== 'cabinet.suspend' || own?.state !== 'suspended' || !isNew) return usual();
        json(response, 200, { status: 'failed', message: 'it is suspended' });
      },
    ],
    [
      'leaves what it says it destroyed',
      ['gone'],
      [],
      (call, response, usual) => (call.type === 'cabinet.destroy' ? json(response, 200, done) : usual()),
    ],
    [
      'gives a backup that is another one',
      ['backup', 'backup_suspended'],
      afterwards,
      (call, response, usual) => {
        if (call.type !== 'cabinet.backup') return usual();
        const backup = { url: new URL('/backup', provisioner.url).href, bytes: 3, sha256: 'a'.repeat(64) };
        json(response, 200, { status: 'done', backup });
      },
    ],
    [
      'never fetches the data to begin with',
      ['restore'],
      [],
      (call, response) => json(response, 200, provisioner.work(call)),
    ],
    [
      'goes by the address alone',
      ['nobodys'],
      [],
      (call, response, usual) => (call.cabinet.url === '' ? response.writeHead(422).end() : usual()),
    ],
    [
      'breaks down at the first call',
      ['forged', 'late', 'database', 'destroy'],
      [],
      (_call, response) => response.writeHead(500).end(),
    ],
  ])('finds one that %s', async (name, lacking, unchecked, behaviour) => {
    if (name.startsWith('breaks')) provisioner.neglect({ signature: true, clock: true });
    provisioner.behave(behaviour);
    const points = await check();
    expect(keysOf(points, 'lacks')).toEqual(lacking);
    expect(keysOf(points, 'unchecked')).toEqual(expect.arrayContaining(unchecked));
  });

  it.each(['http://127.0.0.1:9', 'nonsense'])('says that nothing is at %s', async (url) => {
    expect(keysOf(await check(url), 'lacks')).toEqual(['reachable']);
  });
});

describe('npm run cli -- cabinet check-provisioner', () => {
  async function run(words: string[], environment: Record<string, string> = {}) {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const code = await runCli(['cabinet', 'check-provisioner', ...words], {
      environment,
      clock: systemClock,
      stdout,
      stderr,
    });
    stdout.end();
    stderr.end();
    return { code, out: await text(stdout), err: await text(stderr) };
  }

  it('answers people', async () => {
    const { code, out } = await run([provisioner.url, '--cabinet-url', cabinetUrl], {
      CABINET_WEBHOOK_SECRET: provisionerSecret,
    });
    expect(out).toContain('Nothing is lacking.');
    expect(out).toMatch(/^ok +It suspends$/m);
    expect(code).toBe(0);
  });

  it('answers programs, with a name of its own for the cabinet', async () => {
    const { code, out } = await run(['http://127.0.0.1:9', '--secret', 'x', '--json'], {
      CABINET_DOMAIN: 'cabinets.example',
      CABINET_PORT: '8443',
    });
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      url: 'http://127.0.0.1:9',
      cabinet_url: expect.stringMatching(/^https?:\/\/check-[0-9a-f]{8}\.cabinets\.example:8443$/),
      lacking: 1,
      points: expect.arrayContaining([expect.objectContaining({ key: 'reachable', result: 'lacks' })]),
    });
  });

  it.each([
    ['no secret', ['http://127.0.0.1:9']],
    ['no address', ['nonsense', '--secret', 'x']],
    ['a cabinet without an address', ['http://127.0.0.1:9', '--secret', 'x', '--cabinet-url', 'x']],
    ['a port alone', ['http://127.0.0.1:9', '--secret', 'x', '--listen', '9090']],
  ])('says what is typed wrongly: %s', async (_name, words) => {
    expect((await run(words)).code).toBe(2);
  });
});
