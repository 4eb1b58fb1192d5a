import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withAccountPart } from '#web/providers/account-part.ts';
import { useNavigate } from '#web/ui/customer/router.tsx';
import type { CabinetState } from '#contract/cabinet.ts';
import { Button } from '#web/ui/customer/button.tsx';
import { type CabinetWatch, useCabinetWatch } from '#web/ui/customer/cabinet-watch.ts';
import { failureText } from '#web/ui/customer/contract-form.ts';
import { LogOutButton } from '#web/ui/customer/log-out-button.tsx';
import { Notice } from '#web/ui/customer/notice.tsx';
import { preloadable } from '#web/ui/customer/preloadable.tsx';
import { Screen } from '#web/ui/customer/screen.tsx';
import { SupportContacts } from '#web/ui/customer/support-contacts.tsx';
import { useOverdue } from '#web/ui/customer/overdue.ts';

const ClosedCabinet = preloadable(() =>
  withAccountPart(() => import('#web/pages/closed-cabinet.tsx')).then((m) => m.ClosedCabinet),
);

/** The wait screen: real steps until the cabinet is there, then into it (DESIGN section 6). */
export function CabinetCreation() {
  const navigate = useNavigate();
  const { state, isLost, retry } = useCabinetWatch({
    onUnconfirmed: () => navigate('/confirmation-reset-lt', { replace: true }),
  });
  switch (state?.status) {
    case undefined:
      return <Looking isLost={isLost} />;
    case 'failed':
      return <Failed state={state} isLost={isLost} retry={retry} />;
    case 'suspended':
    case 'deleted':
      return <ClosedCabinet status={state.status} />;
    case 'active':
      return <Entering isLost={isLost} />;
    case 'none':
    case 'creating':
      return <Creating state={state} isLost={isLost} />;
  }
}

function Looking({ isLost }: { isLost: boolean }) {
  const { t } = useTranslation();
  return (
    <Screen step="cabinet" title={t('wait.looking')}>
      <Lost isLost={isLost} />
    </Screen>
  );
}

function Entering({ isLost }: { isLost: boolean }) {
  const { t } = useTranslation();
  return (
    <Screen step="cabinet" title={t('wait.readyTitle')} lead={t('wait.entering')}>
      <Lost isLost={isLost} />
    </Screen>
  );
}

function Creating({ state: { steps, estimate_seconds }, isLost }: { state: CabinetState; isLost: boolean }) {
  const { t } = useTranslation();
  const isOverdue = useOverdue(estimate_seconds);
  const current = Math.max(
    0,
    steps.findIndex(({ state }) => state !== 'done'),
  );
  const now = steps[current];
  const patience = isOverdue
    ? t('wait.overdue')
    : estimate_seconds === null
      ? t('wait.noEstimate')
      : t('wait.estimate', { count: Math.max(1, estimate_seconds) });
  return (
    <Screen step="cabinet" title={t('wait.title')} lead={t('wait.lead')}>
      <ol className="steps">
        {steps.map(({ key, state }) => (
          <li key={key} data-state={state}>
            <span>{t(`wait.steps.${key}`)}</span>
            <span className="unseen">: {t(`wait.states.${state}`)}</span>
          </li>
        ))}
      </ol>
      <p className="unseen" role="status">
        {now &&
          t('wait.progress', { step: current + 1, total: steps.length, name: t(`wait.steps.${now.key}`) })}
      </p>
      <p className={isLost ? 'lost' : 'muted'} role="status">
        {isLost ? t('wait.lost') : patience}
      </p>
      <Notice>{t('wait.closePage')}</Notice>
      <div className="actions">
        <LogOutButton />
      </div>
    </Screen>
  );
}

function Failed({
  state: { error },
  isLost,
  retry,
}: {
  state: CabinetState;
  isLost: boolean;
  retry: CabinetWatch['retry'];
}) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  async function again() {
    setBusy(true);
    setRefusal(null);
    await retry().catch(setRefusal);
    setBusy(false);
  }
  return (
    <Screen step="cabinet" title={t('wait.failedTitle')} lead={t('wait.failed')}>
      {error && (
        <Notice kind="warning">
          <p>{error.message}</p>
          <p>{t('wait.reference', { reference: error.reference })}</p>
          <SupportContacts />
        </Notice>
      )}
      {refusal !== null && <Notice kind="danger">{failureText(refusal)}</Notice>}
      <Lost isLost={isLost} />
      <div className="actions">
        <Button busy={busy} onClick={() => void again()}>
          {t('actions.retry')}
        </Button>
        <LogOutButton />
      </div>
    </Screen>
  );
}

/** The place is kept, so that nothing moves when the network comes and goes. */
function Lost({ isLost }: { isLost: boolean }) {
  const { t } = useTranslation();
  return (
    <p className="lost" role="status">
      {isLost ? t('wait.lost') : ''}
    </p>
  );
}
