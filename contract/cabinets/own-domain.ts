import * as z from 'zod';
import { hasOnlyPlainCharacters } from '../kernel/plain-text.ts';
import { moment } from '../kernel/primitives.ts';

/** A domain of a customer's own, under which the cabinet answers too (decision 212). */

/** `none`: nothing was asked for. `failed`: given up, until the customer tries again. */
export const ownDomainStates = ['none', 'pending', 'active', 'failed'] as const;

/**
 * Why a domain isn't active, or an active one is in danger. Each has a text `ownDomain.REASON` in `messages.json`.
 * - `no_record`: the name leads nowhere. `elsewhere`: it leads to another place. `no_proof`: the TXT record is missing.
 * - `dns_silent`: its name servers don't answer. `taken`: another client uses it.
 * - `connecting`: the records are right, the cabinet is told. `not_answering`: the cabinet doesn't answer there yet,
 *   usually because the certificate isn't there. `unsupported`: where the cabinet lives, it can't be done.
 */
export const ownDomainReasons = [
  'no_record',
  'elsewhere',
  'no_proof',
  'dns_silent',
  'taken',
  'connecting',
  'not_answering',
  'unsupported',
] as const;
export type OwnDomainReason = (typeof ownDomainReasons)[number];

/** As typed or pasted; in lower case and ASCII afterwards (IDNA), without the address around it. */
export const domainName = z
  .string()
  .trim()
  .min(1)
  .max(260)
  .transform((typed, context) => {
    const name = hasOnlyPlainCharacters(typed) ? asciiName(typed) : undefined;
    if (name !== undefined) return name;
    context.addIssue({ code: 'custom', message: 'validation.domainName', input: typed });
    return z.NEVER;
  });

/** `PUT auth/me/domain`. */
export const ownDomainInput = z.strictObject({ domain: domainName });

export const ownDomain = z.object({
  state: z.enum(ownDomainStates),
  /** In ASCII; null for `none`. */
  domain: z.string().nullable(),
  /** As people write it. */
  name: z.string().nullable(),
  reason: z.enum(ownDomainReasons).nullable(),
  /** The reason in the reader's language. */
  message: z.string().nullable(),
  /** What to set at the DNS provider. */
  records: z.array(z.object({ type: z.enum(['CNAME', 'TXT']), name: z.string(), value: z.string() })),
  /** The cabinet's address from the platform; null before there is one. */
  platform_domain: z.string().nullable(),
  checked_at: moment.nullable(),
  active_at: moment.nullable(),
  /** When the records stop being looked for, or an active domain that leads elsewhere stops being used. */
  ends_at: moment.nullable(),
});
export type OwnDomain = z.infer<typeof ownDomain>;

/** What staff see of it on the client's page. */
export const ownDomainOfClient = ownDomain
  .pick({ state: true, domain: true, name: true, message: true, checked_at: true, active_at: true })
  .nullable();

function asciiName(typed: string): string | undefined {
  const bare = typed.replace(/^https?:\/\//i, '').replace(/\.?\/?$/, '');
  if (/[\s/:@?#%\\[\]_]/.test(bare)) return undefined;
  const name = URL.parse(`http://${bare}`)?.hostname;
  if (name === undefined || name.length > 200) return undefined;
  const labels = name.split('.');
  const isName = labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
  // One label is a suffix or a machine's name; an address in digits is none.
  return isName && labels.length > 1 && !/^\d+$/.test(labels.at(-1) ?? '') ? name : undefined;
}
