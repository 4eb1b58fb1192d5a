import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withAccountPart } from '#web/ui/customer/session/account-part.ts';
import { useNavigate } from '#web/ui/customer/router/router.tsx';
import type { CabinetState } from '#contract/cabinets/cabinet.ts';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { type CabinetWatch, useCabinetWatch } from '#web/ui/customer/session/cabinet-watch.ts';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { LogOutButton } from '#web/ui/customer/account/log-out-button.tsx';
import { storage } from '#web/ui/shared/local-storage.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { preloadable } from '#web/ui/customer/router/preloadable.tsx';
import { Screen } from '#web/ui/customer/kit/screen.tsx';
import { SupportContacts } from '#web/ui/customer/kit/support-contacts.tsx';
import { useOverdue } from '#web/ui/customer/session/overdue.ts';

const ClosedCabinet = preloadable(() =>
  withAccountPart(() => import('#web/pages/closed-cabinet.tsx')).then((m) => m.ClosedCabinet),
);

/** The wait screen: the real steps until the cabinet is ready, then into it (DESIGN section 6). */
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
    // If a cabinet was being made at the last look, it most likely still is.
    <Screen step="cabinet" title={t(storage.get('creationCabinetTest') ? 'wait.title' : 'wait.looking')}>
      <Lost isLost={isLost} />
      {isLost && <CabinetAddress />}
      <div className="waiting" />
    </Screen>
  );
}

function Entering({ isLost }: { isLost: boolean }) {
  const { t } = useTranslation();
  return (
    <Screen step="cabinet" title={t('wait.readyTitle')} lead={t('wait.entering')}>
      <Lost isLost={isLost} />
      {isLost ? <CabinetAddress /> : <div className="waiting" />}
    </Screen>
  );
}

function Creating({ state, isLost }: { state: CabinetState; isLost: boolean }) {
  const { steps, estimate_seconds, is_host_away } = state;
  const { t } = useTranslation();
  const isOverdue = useOverdue(estimate_seconds);
  const current = Math.max(
    0,
    steps.findIndex(({ state }) => state !== 'done'),
  );
  const now = steps[current];
  const patience = is_host_away
    ? t('wait.hostAway')
    : isOverdue
      ? t('wait.overdue')
      : estimate_seconds === null
        ? t('wait.noEstimate')
        : t('wait.estimate', { count: Math.max(1, estimate_seconds) });
  return (
    <Screen step="cabinet" title={t('wait.title')} lead={t('wait.lead')}>
      <Steps steps={steps} />
      <p className="unseen" role="status">
        {now &&
          t('wait.progress', { step: current + 1, total: steps.length, name: t(`wait.steps.${now.key}`) })}
      </p>
      <p className={isLost ? 'lost' : 'muted'} role="status">
        {isLost ? t('wait.lost') : patience}
      </p>
      {/* Nobody needs to leave a page that leads on in a moment; a second click on what led here would sign out. */}
      {(isOverdue || is_host_away) && (
        <>
          <Notice>{t('wait.closePage')}</Notice>
          <div className="actions">
            <LogOutButton />
          </div>
        </>
      )}
    </Screen>
  );
}

function Steps({ steps }: Pick<CabinetState, 'steps'>) {
  const { t } = useTranslation();
  return (
    <ol className="steps">
      {steps.map(({ key, state }) => (
        <li key={key} data-state={state}>
          <span>{t(`wait.steps.${key}`)}</span>
          {/* Colour alone is not enough to mark the failed step. */}
          <span className={state === 'failed' ? 'step-state' : 'unseen'}>: {t(`wait.states.${state}`)}</span>
        </li>
      ))}
    </ol>
  );
}

/** The cabinet's own address: a way in that needs nothing from this page. */
function CabinetAddress() {
  const { t } = useTranslation();
  const address = storage.get('cabinetUrl');
  if (address === null) return null;
  return (
    <p className="muted">
      {t('wait.address')} <a href={address}>{address.replace(/^https?:\/\//, '')}</a>
    </p>
  );
}

function Failed({
  state: { error, steps },
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
      <Steps steps={steps} />
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

/** Always takes its space, so that nothing moves when the network comes and goes. */
function Lost({ isLost }: { isLost: boolean }) {
  const { t } = useTranslation();
  return (
    <p className="lost" role="status">
      {isLost ? t('wait.lost') : ''}
    </p>
  );
}
