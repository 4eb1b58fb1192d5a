import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ClientType } from '#contract/registration.ts';
import type { Variant } from '#contract/variants.ts';
import { FieldNote, fieldId, noteId } from '#web/ui/customer/field.tsx';

const types = ['individual', 'legal'] as const satisfies readonly ClientType[];

/** An individual or a legal entity (FOP or TOV in Ukraine). */
export function TypeChoice({
  variant,
  field,
  fault,
}: {
  variant: Variant;
  field: UseFormRegisterReturn;
  fault: string | undefined;
}) {
  const { t } = useTranslation();
  return (
    <fieldset className="choice" aria-describedby={noteId('type')}>
      <legend>{t('fields.type')}</legend>
      <div className="choices">
        {types.map((type, index) => (
          <label key={type}>
            <input type="radio" value={type} id={index === 0 ? fieldId('type') : undefined} {...field} />
            <span className="choice-name">{t(`registration.type.${variant}.${type}`)}</span>
            <span className="choice-hint">{t(`registration.typeHint.${variant}.${type}`)}</span>
          </label>
        ))}
      </div>
      <FieldNote name="type" fault={fault} />
    </fieldset>
  );
}
