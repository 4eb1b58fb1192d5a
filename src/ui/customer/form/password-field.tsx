import { type ComponentPropsWithRef, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { controlProps, Field } from './field.tsx';

type PasswordFieldProps = Omit<ComponentPropsWithRef<'input'>, 'name'> & {
  name: string;
  label: string;
  fault?: string | undefined;
  /** The id of what else describes it. */
  describedBy?: string | undefined;
  /** Whether it is visible, where another field says so. */
  shown?: boolean;
  /** The button that makes it visible; undefined: one of its own. */
  button?: ReactNode;
};

/** A password that can be made visible. */
export function PasswordField({
  name,
  label,
  fault,
  describedBy,
  shown,
  button,
  ...input
}: PasswordFieldProps) {
  const { t } = useTranslation();
  const [ownShown, setOwnShown] = useState(false);
  return (
    <Field name={name} label={label} fault={fault}>
      <div className="with-button">
        <input
          className="control"
          name={name}
          type={(shown ?? ownShown) ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...controlProps(name, fault, describedBy)}
          {...input}
        />
        {button === undefined ? (
          <button
            type="button"
            className="inside"
            aria-label={t(ownShown ? 'password.hide' : 'password.show')}
            onClick={() => setOwnShown(!ownShown)}
          >
            <Eye isCrossed={ownShown} />
          </button>
        ) : (
          button
        )}
      </div>
    </Field>
  );
}

export function Eye({ isCrossed }: { isCrossed: boolean }) {
  return (
    <svg className="eye" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
      <circle cx="12" cy="12" r="3" />
      {isCrossed && <path d="M4 20 20 4" />}
    </svg>
  );
}
