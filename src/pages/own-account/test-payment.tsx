import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TestNotice } from '#contract/money/test-payment.ts';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { Screen } from '#web/ui/customer/kit/screen.tsx';
import { useLocation } from '#web/ui/customer/router/router.tsx';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';

/**
 * `/account/test-payment`: the page of the test gateway, which stands where a bank's would. What it may say is signed
 * into its address.
 */
export function TestPayment() {
  const { t } = useTranslation();
  const { config } = useCustomer();
  const { money } = useFormats();
  const { hash } = useLocation();
  const [busy, setBusy] = useState<TestNotice['outcome'] | null>(null);
  const [isLost, setIsLost] = useState(false);
  const page = new URLSearchParams(hash.slice(1));
  const given = (name: string) => page.get(name) ?? '';

  /** As a gateway does: the platform is told, then the payer goes back. */
  async function say(outcome: TestNotice['outcome']) {
    setBusy(outcome);
    setIsLost(false);
    const notice: TestNotice = {
      reference: given('reference'),
      amount: Number(given('amount')),
      currency: given('currency'),
      card: given('card') === 'true',
      outcome,
      signature: given(outcome),
    };
    try {
      const response = await fetch(`${config.apiUrl}/payments/test/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(notice),
      });
      if (response.ok) return goBack(given('return'));
    } catch {
      // Told below, as any answer but a good one.
    }
    setIsLost(true);
    setBusy(null);
  }

  function goBack(back: string) {
    // Never an address of others, because anybody may have made this one.
    if (URL.parse(back)?.origin === location.origin) location.assign(back);
    else location.assign('/account/wallet');
  }

  return (
    <Screen title={t('account.testPayment.title')}>
      <Notice kind="warning" isNews={false}>
        {t('account.testPayment.lead')}
      </Notice>
      <p className="balance">{money(Number(given('amount')))}</p>
      {isLost && <Notice kind="danger">{t('account.testPayment.lost')}</Notice>}
      <div className="actions">
        <Button busy={busy === 'pay'} onClick={() => void say('pay')}>
          {t('account.testPayment.pay')}
        </Button>
        <Button look="secondary" busy={busy === 'fail'} onClick={() => void say('fail')}>
          {t('account.testPayment.fail')}
        </Button>
        <Button look="text" onClick={() => goBack(given('leave'))}>
          {t('account.testPayment.leave')}
        </Button>
      </div>
    </Screen>
  );
}
