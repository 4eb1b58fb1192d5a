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

/** Stores what was typed for a reload of this tab, without passwords. */
export function saveDraft({ password: _, password_confirmation: __, ...kept }: RegistrationValues): void {
  tabStorage.keep(place, kept);
}

/** What was typed before a reload, merged into the empty form; invalid parts are left out. */
export function readDraft(empty: RegistrationValues): RegistrationValues {
  const stored = tabStorage.kept(place);
  const draft: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const text = (name: keyof RegistrationValues, otherwise: string) => {
    const value = draft[name];
    return typeof value === 'string' ? value : otherwise;
  };
  return {
    ...empty,
    type: draft['type'] === 'legal' ? 'legal' : 'individual',
    partner: text('partner', ''),
    name: text('name', ''),
    ident: text('ident', ''),
    email: text('email', ''),
    country_code: text('country_code', empty.country_code),
    phone: text('phone', ''),
    promo_code: text('promo_code', ''),
    terms: draft['terms'] === true,
  };
}

export function forgetDraft(): void {
  tabStorage.forget(place);
}
