import type { Logger } from 'pino';
import * as z from 'zod';
import type { Entitlements } from '#contract/cabinets/cabinet.ts';
import { cabinetBrandingOf } from '#contract/cabinets/cabinet-branding.ts';
import { pageBranding } from '#contract/company/branding.ts';

/** Who sells, how to reach support, and the operator's look. */
export type Contacts = Partial<Pick<Entitlements, 'seller' | 'support' | 'branding'>>;

const freshMs = 10 * 60_000;
const retryMs = 30_000;
const answerShape = z.object({
  seller: z.string(),
  supportEmail: z.string().nullable(),
  supportPhone: z.string().nullable(),
  branding: pageBranding.optional(),
});

/**
 * What the platform tells everybody of the seller (`/config.json`), for pages that belong to no cabinet. The last
 * known stay good while it is silent; before it has answered there are none.
 */
export function contactsReader({
  apiUrl,
  publicUrl,
  now,
  log,
}: {
  apiUrl: string;
  publicUrl: string;
  now: () => Date;
  log: Logger;
}) {
  const address = new URL('config.json', apiUrl.replace(/\/$/, ''));
  let known: Contacts | undefined;
  let dueAt = -Infinity;
  let asking: Promise<void> | undefined;

  return async function contacts(): Promise<Contacts> {
    if (now().getTime() >= dueAt) asking ??= ask().finally(() => (asking = undefined));
    if (!known) await asking;
    return known ?? {};
  };

  async function ask(): Promise<void> {
    try {
      const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(2000) });
      const answer = answerShape.parse(await response.json());
      const { seller, supportEmail: email, supportPhone: phone, branding } = answer;
      known = {
        seller,
        support: { email, phone },
        ...(branding && { branding: cabinetBrandingOf(branding, publicUrl) }),
      };
    } catch (error) {
      log.warn({ err: error }, 'the platform does not say who sells');
    }
    dueAt = now().getTime() + (known ? freshMs : retryMs);
  }
}
