import { createHash } from 'node:crypto';
import type { SettingKey } from '#contract/company/settings.ts';
import type { EmailKind } from '#contract/entities/email.ts';
import type { OfferKind } from '#contract/entities/offer.ts';
import type { Locale } from '#contract/kernel/variants.ts';

/** The id of a setting, the same whether its key is stored or at its default. */
export function settingId(key: SettingKey): string {
  return fixedId(`setting ${key}`);
}

/** The id of a text of a new installation. */
export function builtInOfferId(kind: OfferKind, locale: Locale): string {
  return fixedId(kind === 'terms' ? `offer ${locale}` : `${kind} ${locale}`);
}

/** The id of the branding in the audit log: there is one. */
export function brandingId(): string {
  return fixedId('branding');
}

/** The id of an email's own words in the audit log. */
export function emailTemplateId(kind: EmailKind, locale: Locale): string {
  return fixedId(`email template ${kind} ${locale}`);
}

const namespace = Buffer.from('6f0d7a52c4b84e0f9d3be0a3f7c1d2e4', 'hex');

/** The UUIDv5 of one of our names (RFC 9562). */
function fixedId(name: string): string {
  const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
