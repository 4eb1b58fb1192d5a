import { useTranslation } from 'react-i18next';
import { offerInput, offerKinds } from '#contract/entities/offer.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import type { FormDeclaration, FormField } from '#web/ui/admin/resource/define-resource.ts';
import { OfferLocale, OfferWriting } from './offer-fields.tsx';

const fields: readonly FormField[] = [
  { name: 'kind', group: 'offer', kind: 'enum', values: offerKinds, inRow: true },
  { name: 'locale', group: 'offer', kind: 'control', control: OfferLocale },
  { name: 'title', group: 'offer', kind: 'text' },
  { name: 'body', group: 'offer', kind: 'control', control: OfferWriting },
];

/** The next version of the terms or of the privacy text in a language. */
export function useOfferForm(): FormDeclaration {
  const { t } = useTranslation();
  const { defaultLocale } = useAdmin().config;
  return {
    fields,
    schema: offerInput,
    initial: { kind: 'terms', locale: defaultLocale, title: '', body: '' },
    above: <p className="muted">{t('offer.help')}</p>,
    width: '47.5rem',
  };
}
