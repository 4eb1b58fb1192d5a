import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { limits, passwordRules } from '#contract/kernel/primitives.ts';
import { CheckIcon } from '#web/ui/admin/kit/icons.tsx';
import './new-password.css';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

/** A new password and its repetition; rules are ticked as they are met. */
export function NewPassword({ label }: { label: string }) {
  const { t } = useTranslation();
  const typed: unknown = Form.useWatch('password');
  const password = typeof typed === 'string' ? typed : '';
  return (
    <>
      <Form.Item
        name="password"
        label={label}
        required
        extra={
          <ul className="password-rules">
            {Object.entries(passwordRules).map(([rule, holds]) => (
              <li key={rule} className={holds(password) ? 'is-met' : ''}>
                <CheckIcon />
                {t(declaredKey(`password.${rule}`), limits.password)}
              </li>
            ))}
          </ul>
        }
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item name="password_confirmation" label={t('password.repeat')} required>
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </>
  );
}
