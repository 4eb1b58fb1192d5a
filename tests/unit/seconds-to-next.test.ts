import { expect, it } from 'vitest';
import { HttpError } from '#web/providers/http-client.ts';
import { secondsToNext } from '#web/ui/customer/form/resend.ts';

const refused = (code: string, retryAfter: number | null) =>
  Promise.reject(new HttpError({ status: 429, code, message: code, retryAfter }));

it('counts from an email that is sent now, and from one sent a moment ago', async () => {
  expect(await secondsToNext(Promise.resolve(60))).toBe(60);
  expect(await secondsToNext(refused('sent_recently', 42))).toBe(42);
});

it('passes errors on to the caller', async () => {
  await expect(secondsToNext(refused('too_many_requests', 900))).rejects.toThrow('too_many_requests');
  await expect(secondsToNext(refused('sent_recently', null))).rejects.toThrow('sent_recently');
});
