import { type ComponentPropsWithRef, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { passwordRules } from '#contract/primitives.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import { controlProps, Field } from './field.tsx';

type PasswordFieldProps = Omit<ComponentPropsWithRef<'input'>, 'name'> & {
  name: string;
  label: string;
  fault?: string | undefined;
  /** The value so far, to show which rules are met; without it no rules are shown. */
  typed?: string;
};

/** A password that can be made visible, with rules that are ticked while typing. */
export function PasswordField({ name, label, fault, typed, ...input }: PasswordFieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const rulesId = `rules-${name}`;
  return (
    <>
      <Field name={name} label={label} fault={fault}>
        <div className="with-button">
          <input
            className="control"
            name={name}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...controlProps(name, fault, typed === undefined ? undefined : rulesId)}
            {...input}
          />
          <button
            type="button"
            className="inside"
            aria-label={t(shown ? 'password.hide' : 'password.show')}
            onClick={() => setShown(!shown)}
          >
            {t(shown ? 'password.hideShort' : 'password.showShort')}
          </button>
        </div>
      </Field>
      {typed !== undefined && <PasswordRules id={rulesId} typed={typed} />}
    </>
  );
}

type Rules = typeof passwordRules;
const ruleNames = ['length', 'digit', 'upper', 'lower'] as const satisfies readonly (keyof Rules)[];

function PasswordRules({ id, typed }: { id: string; typed: string }) {
  const { t } = useTranslation();
  const rules = useRules(typed !== '');
  return (
    <ul className="rules" id={id}>
      {ruleNames.map((name) => {
        const met = rules?.[name](typed) ?? false;
        return (
          <li key={name} data-met={met || undefined}>
            {t(`password.rules.${name}`)}
            <span className="unseen">{met ? ` (${t('password.met')})` : ''}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** The contract's rules, loaded when needed. */
function useRules(needed: boolean): Rules | null {
  const [rules, setRules] = useState<Rules | null>(null);
  useEffect(() => {
    if (!needed || rules) return;
    withSchemas(() => import('#contract/primitives.ts')).then(
      ({ passwordRules }) => setRules(passwordRules),
      () => undefined, // the rules stay unticked; sending the form reports the lost network
    );
  }, [needed, rules]);
  return rules;
}
