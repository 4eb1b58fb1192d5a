import type { ClientType } from '#contract/contact/registration.ts';
import { tabStorage } from '#web/ui/shared/json-storage.ts';

export interface RegistrationValues {
  type: ClientType;
  partner: string;
  name: string;
  ident: string;
  email: string;
  country_code: string;
  phone: string;
  password: string;
  password_confirmation: string;
  promo_code: string;
  terms: boolean;
}

export function emptyRegistration(country: string): RegistrationValues {
  return {
    type: 'individual',
    partner: '',
    name: '',
    ident: '',
    email: '',
    country_code: country,
    phone: '',
    password: '',
    password_confirmation: '',
    promo_code: '',
    terms: false,
  };
}

const place = 'registration.draft';

/** What a link filled in. */
export type LinkedValues = Partial<Pick<RegistrationValues, 'promo_code' | 'partner'>>;

/** Stores what was typed for a reload of this tab, without passwords, and what the link had filled in. */
export function saveDraft(
  { password: _, password_confirmation: __, ...kept }: RegistrationValues,
  linked: LinkedValues,
): void {
  tabStorage.keep(place, { ...kept, linked });
}

/**
 * What was typed before a reload, merged into the empty form; invalid parts are left out. What this visit's link says
 * fills in what nobody has typed: the words of an earlier link are not typed.
 */
export function readDraft(empty: RegistrationValues, linked: LinkedValues): RegistrationValues {
  const stored = tabStorage.kept(place);
  const draft: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const text = (name: keyof RegistrationValues, otherwise: string) => {
    const value = draft[name];
    return typeof value === 'string' ? value : otherwise;
  };
  const earlier = typeof draft['linked'] === 'object' ? (draft['linked'] as LinkedValues | null) : null;
  const linkable = (name: 'promo_code' | 'partner') => {
    const typed = text(name, '');
    return linked[name] !== undefined && (typed === '' || typed === earlier?.[name]) ? linked[name] : typed;
  };
  return {
    ...empty,
    type: draft['type'] === 'legal' ? 'legal' : 'individual',
    partner: linkable('partner'),
    name: text('name', ''),
    ident: text('ident', ''),
    email: text('email', ''),
    country_code: text('country_code', empty.country_code),
    phone: text('phone', ''),
    promo_code: linkable('promo_code'),
    terms: draft['terms'] === true,
  };
}

export function forgetDraft(): void {
  tabStorage.forget(place);
}
