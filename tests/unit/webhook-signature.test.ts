import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  isSignedBy,
  signatureToleranceSeconds,
  signerOf,
  signMessage,
  signRequest,
} from '#contract/cabinets/webhook-signature.ts';

const secret = 'a secret of this test';
const message = { id: 'msg_1', timestamp: 1_700_000_000, body: '{"ticket":"abc"}' };
const now = new Date(message.timestamp * 1000);
const after = (seconds: number) => new Date((message.timestamp + seconds) * 1000);

describe('a signature', () => {
  it('is the one of the worked example in docs/cabinet-protocol.md', async () => {
    const page = readFileSync(new URL('../../docs/cabinet-protocol.md', import.meta.url), 'utf8');
    const example = /```example\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
    const value = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(example)?.[1] ?? '';
    const signed = {
      id: value('webhook-id'),
      timestamp: Number(value('webhook-timestamp')),
      body: value('body'),
    };
    expect(value('signed content')).toBe(`${signed.id}.${signed.timestamp}.${signed.body}`);
    expect(await signMessage(value('secret'), signed)).toBe(value('webhook-signature'));
  });

  it('holds for the message it was made for', async () => {
    const signature = await signMessage(secret, message);
    expect(await isSignedBy(secret, { ...message, signature, now })).toBe(true);
  });

  it.each([
    ['id', { id: 'msg_2' }],
    ['time', { timestamp: message.timestamp + 1 }],
    ['body', { body: '{"ticket":"abd"}' }],
  ])('does not hold for another %s', async (_name, change) => {
    const signature = await signMessage(secret, message);
    expect(await isSignedBy(secret, { ...message, ...change, signature, now })).toBe(false);
  });

  it('does not hold for another secret', async () => {
    const signature = await signMessage('another secret', message);
    expect(await isSignedBy(secret, { ...message, signature, now })).toBe(false);
  });

  it('may be one of several, as while a secret is being changed', async () => {
    const signature = `${await signMessage('the old secret', message)} ${await signMessage(secret, message)}`;
    expect(await isSignedBy(secret, { ...message, signature, now })).toBe(true);
  });

  it('signs text in any language and an empty body', async () => {
    for (const body of ['', '{"name":"Ґанок і їжа"}']) {
      const signature = await signMessage(secret, { ...message, body });
      expect(await isSignedBy(secret, { ...message, body, signature, now })).toBe(true);
    }
  });

  it('holds within the tolerance of the clock, both ways, and not beyond', async () => {
    const signature = await signMessage(secret, message);
    const at = (seconds: number) => isSignedBy(secret, { ...message, signature, now: after(seconds) });
    expect(await at(signatureToleranceSeconds)).toBe(true);
    expect(await at(-signatureToleranceSeconds)).toBe(true);
    expect(await at(signatureToleranceSeconds + 1)).toBe(false);
    expect(await at(-signatureToleranceSeconds - 1)).toBe(false);
  });

  it.each(['', 'v1,', 'v1', 'v2,AAAA', 'v1,%%%', 'nonsense'])(
    'is refused when it is %j',
    async (signature) => {
      expect(await isSignedBy(secret, { ...message, signature, now })).toBe(false);
    },
  );

  it('is refused without a time', async () => {
    const timeless = { ...message, timestamp: NaN };
    const signature = await signMessage(secret, timeless);
    expect(await isSignedBy(secret, { ...timeless, signature, now })).toBe(false);
  });
});

describe('a signature by protocol 2', () => {
  const request = { ...message, method: 'DELETE', path: '/host/cabinets/a?x=1' };
  const signer = async (signature: string, change: object = {}) =>
    (await signerOf([secret], { ...request, ...change, signature, now }))?.protocol;

  it('is the one of the worked example in docs/cabinet-protocol.md', async () => {
    const page = readFileSync(new URL('../../docs/cabinet-protocol.md', import.meta.url), 'utf8');
    const example = /```example\n(secret[^`]*call: [\s\S]*?)```/.exec(page)?.[1] ?? '';
    const value = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(example)?.[1] ?? '';
    const [method = '', path = ''] = value('call').split(' ');
    const signed = {
      id: value('webhook-id'),
      timestamp: Number(value('webhook-timestamp')),
      body: value('body'),
    };
    expect(value('signed content')).toBe(`${signed.id}.${signed.timestamp}.${method}.${path}.${signed.body}`);
    const signature = await signRequest(value('secret'), { ...signed, method, path }, [2]);
    expect(signature).toBe(value('webhook-signature'));
  });

  it('holds for its call', async () => {
    expect(await signer(await signRequest(secret, request, [2]))).toBe(2);
  });

  it.each([
    ['method', { method: 'GET' }],
    ['path', { path: '/host/cabinets/b?x=1' }],
    ['query', { path: '/host/cabinets/a?x=2' }],
    ['body', { body: '{}' }],
    ['id', { id: 'msg_2' }],
    ['time', { timestamp: message.timestamp + 1 }],
  ])('does not hold for another %s', async (_name, change) => {
    expect(await signer(await signRequest(secret, request, [2]), change)).toBeUndefined();
  });

  it('is preferred to one by protocol 1 beside it, which counts where nothing newer is known', async () => {
    const both = await signRequest(secret, request);
    expect(both.split(' ').map((part) => part.slice(0, 3))).toEqual(['v2,', 'v1,']);
    expect(await signer(both)).toBe(2);
    expect(await signer(both, { method: 'GET' })).toBe(1);
    expect(
      await signerOf([secret], { ...request, method: 'GET', signature: both, now }, [2]),
    ).toBeUndefined();
  });

  it('is not one by protocol 1 under another name, nor the other way round', async () => {
    const two = await signRequest(secret, request, [2]);
    const body = `${request.method}.${request.path}.${request.body}`;
    expect(await signer(two.replace('v2,', 'v1,'), { body })).toBe(1);
    expect(await signerOf([secret], { ...request, body, signature: two, now }, [1])).toBeUndefined();
    const one = (await signMessage(secret, request)).replace('v1,', 'v2,');
    expect(await signerOf([secret], { ...request, signature: one, now }, [2])).toBeUndefined();
  });

  it('is refused with a point in the id, which could move what follows', async () => {
    const pointed = { ...request, id: 'msg.1' };
    expect(await signer(await signRequest(secret, pointed, [2]), { id: 'msg.1' })).toBeUndefined();
  });

  it('may be by any of several secrets, and says by which', async () => {
    const signature = await signRequest(['new', 'old'], request);
    for (const known of ['new', 'old']) {
      expect((await signerOf(['other', known], { ...request, signature, now }))?.secret).toBe(known);
    }
  });
});
