import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** The fields at which refusals of a second factor are shown. */
export const secondFactorFields = ['code', 'recovery_code'] as const;

/** Asks for a code from the app, or for a recovery code instead; only the visible one is sent. */
export function SecondFactorFields({ autoFocus = false }: { autoFocus?: boolean }) {
  const { t } = useTranslation();
  const [isRecovery, setRecovery] = useState(false);
  return (
    <>
      {isRecovery ? (
        <Form.Item name="recovery_code" label={t('twoFactor.recoveryCode')} initialValue="">
          <Input
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            className="code-input"
          />
        </Form.Item>
      ) : (
        <CodeField autoFocus={autoFocus} />
      )}
      <Button type="link" className="second-factor-other" onClick={() => setRecovery(!isRecovery)}>
        {t(isRecovery ? 'twoFactor.useApp' : 'twoFactor.useRecovery')}
      </Button>
    </>
  );
}

/** Six digits; a phone shows its number keys, and a browser may fill the code in. */
export function CodeField({ autoFocus = false }: { autoFocus?: boolean }) {
  const { t } = useTranslation();
  return (
    <Form.Item name="code" label={t('twoFactor.code')} extra={t('twoFactor.codeHelp')} initialValue="">
      <Input
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        autoFocus={autoFocus}
        className="code-input"
      />
    </Form.Item>
  );
}
