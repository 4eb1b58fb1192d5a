import { Suspense, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FailureBoundary } from '#web/ui/customer/kit/failure-boundary.tsx';
import { controlProps, FieldNote } from '#web/ui/customer/form/field.tsx';
import { preloadable } from '#web/ui/customer/router/preloadable.tsx';

const OfferDialog = preloadable(() => import('./offer-dialog.tsx').then((m) => m.OfferDialog));

/** The consent, with a button that opens the public offer. */
export function TermsField({ field, fault }: { field: UseFormRegisterReturn; fault: string | undefined }) {
  const { t } = useTranslation();
  const [reading, setReading] = useState(false);
  return (
    <div className="field terms" data-faulty={fault !== undefined || undefined}>
      <label className="tick">
        <input type="checkbox" {...controlProps('terms', fault)} {...field} />
        <span>{t('fields.terms')}</span>
      </label>
      <button type="button" className="link" onClick={() => setReading(true)}>
        {t('offer.read')}
      </button>
      <FieldNote name="terms" fault={fault} />
      {reading && (
        <FailureBoundary isPart>
          <Suspense>
            <OfferDialog onClose={() => setReading(false)} />
          </Suspense>
        </FailureBoundary>
      )}
    </div>
  );
}
