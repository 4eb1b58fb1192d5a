import { type Browser, chromium } from 'playwright-core';
import type { StaffLoginAnswer } from '#contract/accounts/auth.ts';
import { call } from '#tests/support/http.ts';
import { findChromium } from '../../scripts/find-chromium.ts';
import { admin } from './own-server.ts';

/** A real Chromium. Throws when there is none. */
export function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('no Chromium: run `node scripts/find-chromium.ts`');
  const flags = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
  return chromium.launch({
    executablePath,
    args: [...flags, '--disable-component-update', '--disable-sync'],
  });
}

/** What the panel remembers in the browser when the first administrator has signed in. */
export async function signIn(url: string): Promise<Record<string, string>> {
  const { body } = await call(`${url}/api/admin/auth/login`, 'POST', { body: admin });
  const answer: StaffLoginAnswer = body;
  const ends = (seconds: number) => String(Date.now() + seconds * 1000);
  return {
    token: answer.access_token,
    expires: ends(answer.expires_in),
    session: ends(answer.session_ttl),
    permissions: JSON.stringify(answer.data.permissions),
  };
}
