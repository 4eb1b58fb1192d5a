import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isSignedBy, signatureToleranceSeconds, signMessage } from '#contract/webhook-signature.ts';

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
