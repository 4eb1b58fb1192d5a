import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { controlProps, FieldNote } from '#web/ui/customer/form/field.tsx';

/** The consent, with the pages that it is about. They open beside the form, which keeps what was typed. */
export function TermsField({ field, fault }: { field: UseFormRegisterReturn; fault: string | undefined }) {
  const { t } = useTranslation();
  return (
    <div className="field terms" data-faulty={fault !== undefined || undefined}>
      <FieldNote name="terms" fault={fault} />
      <label className="tick">
        <input type="checkbox" {...controlProps('terms', fault)} {...field} />
        <span>{t('fields.terms')}</span>
      </label>
      <p className="terms-links">
        <a href="/terms" target="_blank" rel="noopener">
          {t('layout.terms')}
        </a>
        <a href="/privacy" target="_blank" rel="noopener">
          {t('layout.privacy')}
        </a>
      </p>
    </div>
  );
}
