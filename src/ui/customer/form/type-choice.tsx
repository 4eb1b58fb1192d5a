import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ClientType } from '#contract/contact/registration.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import type { ContractForm } from './contract-form.ts';
import { FieldNote, fieldId, noteId } from './field.tsx';

const types = ['individual', 'legal'] as const satisfies readonly ClientType[];

type Values = FieldValues & { type: ClientType; ident: string };

/** An individual or a legal entity (FOP or TOV in Ukraine). */
export function TypeChoice<Form extends Values, Input>({
  of: { form, fault, recheck },
  label,
}: {
  of: ContractForm<Form, Input>;
  /** Where nobody registers. */
  label?: string;
}) {
  const { variant } = useCustomer().config;
  const field = 'type' as Path<Form>;
  const chosen: ClientType = form.watch(field);
  const { ref, name, onBlur, onChange } = form.register(field, recheck('ident' as Path<Form>));
  const { t } = useTranslation();
  const choose = (type: ClientType) => void onChange({ target: { name, value: type } });
  const radios = useRef<Partial<Record<ClientType, HTMLInputElement | null>>>({});
  const wasChosen = useEffectEvent(() => {
    const type = types.find((one) => radios.current[one]?.checked);
    if (type && type !== chosen) choose(type);
  });
  // For a choice made in the server-rendered page before this was loaded.
  useLayoutEffect(() => wasChosen(), []);
  return (
    <fieldset className="choice" aria-describedby={noteId('type')}>
      <legend>{label ?? t('fields.type')}</legend>
      <FieldNote name="type" fault={fault(field)} />
      <div className="choices">
        {types.map((type, index) => (
          <label key={type}>
            <input
              ref={(radio) => {
                radios.current[type] = radio;
                // The form library would set the radios one after the other and confuse them, so it only gets
                // `focus`.
                if (type === chosen) ref(radio && { focus: () => radio.focus() });
              }}
              type="radio"
              value={type}
              checked={type === chosen}
              onChange={() => choose(type)}
              onBlur={onBlur}
              name={name}
              id={index === 0 ? fieldId('type') : undefined}
            />
            <span className="choice-name">{t(`registration.type.${variant}.${type}`)}</span>
            <span className="choice-hint">{t(`registration.typeHint.${variant}.${type}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
