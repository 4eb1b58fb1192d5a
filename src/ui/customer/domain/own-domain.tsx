import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnDomain as Domain } from '#contract/cabinets/own-domain.ts';
import { FieldGroup } from '#web/ui/customer/account/field-group.tsx';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { useWatching } from '#web/ui/customer/account/use-watching.ts';
import { AsyncContent } from '#web/ui/customer/kit/async-content.tsx';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import type { DataAnswer } from '#web/ui/customer/kit/use-answer.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { AskForDomain } from './ask-for-domain.tsx';
import { DnsRecords } from './dns-records.tsx';

const watchedEveryMs = 5000;

/** A domain of the customer's own: the records to set, how far it is, and the way back. */
export function OwnDomain({ asked }: { asked: DataAnswer<'ownDomain'> }) {
  const { t } = useTranslation();
  return (
    <FieldGroup name="domain" title={t('account.domain.title')}>
      <AsyncContent asked={asked}>
        {(state) =>
          state.state === 'none' ? (
            <NoDomain state={state} onAnswer={asked.replace} />
          ) : (
            <AskedDomain state={state} asked={asked} />
          )
        }
      </AsyncContent>
    </FieldGroup>
  );
}

function NoDomain({ state, onAnswer }: { state: Domain; onAnswer: (answer: Domain) => void }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (state.platform_domain === null) return <p className="muted">{t('account.domain.notYet')}</p>;
  return (
    <>
      <p>{t('account.domain.lead', { address: state.platform_domain })}</p>
      {isOpen ? (
        <AskForDomain onAnswer={onAnswer} onCancel={() => setOpen(false)} />
      ) : (
        <Button look="secondary" onClick={() => setOpen(true)}>
          {t('account.domain.open')}
        </Button>
      )}
    </>
  );
}

function AskedDomain({ state, asked }: { state: Domain; asked: DataAnswer<'ownDomain'> }) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const { client } = useCustomer();
  const [busy, setBusy] = useState<'check' | 'remove' | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function run(what: 'check' | 'remove') {
    setBusy(what);
    setFailure(null);
    try {
      const answer = await client.call(what === 'check' ? 'checkDomain' : 'removeDomain');
      asked.replace(answer.data);
    } catch (error) {
      setFailure(error);
    }
    setBusy(null);
  }

  return (
    <>
      <DomainState state={state} />
      {state.state === 'pending' && <Watching again={asked.again} />}
      {(state.state !== 'active' || state.reason !== null) && <DnsRecords records={state.records} />}
      {state.checked_at && (
        <p className="muted">{t('account.domain.checked', { date: moment(state.checked_at) })}</p>
      )}
      {failure !== null && <Notice kind="danger">{failureText(failure)}</Notice>}
      {isRemoving ? (
        <Notice kind="warning">
          <p>{t('account.domain.removeLead', { address: state.platform_domain ?? '' })}</p>
          <div className="actions">
            <Button autoFocus busy={busy === 'remove'} onClick={() => void run('remove')}>
              {t('account.domain.remove')}
            </Button>
            <Button look="text" onClick={() => setRemoving(false)}>
              {t('actions.cancel')}
            </Button>
          </div>
        </Notice>
      ) : (
        <div className="actions">
          <Button look="secondary" busy={busy === 'check'} onClick={() => void run('check')}>
            {t('account.domain.check')}
          </Button>
          <Button look="text" onClick={() => setRemoving(true)}>
            {t('account.domain.remove')}
          </Button>
        </div>
      )}
    </>
  );
}

function DomainState({ state }: { state: Domain }) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const { name, message, ends_at } = state;
  const until = ends_at === null ? '' : moment(ends_at);
  switch (state.state) {
    case 'none':
      return null;
    case 'pending':
      return (
        <>
          <p>{t('account.domain.pending', { name, date: until })}</p>
          {message !== null && <Notice>{message}</Notice>}
        </>
      );
    case 'active':
      return message === null ? (
        <Notice kind="success" isNews={false}>
          {t('account.domain.active', { name })}
        </Notice>
      ) : (
        <Notice kind="warning">
          <p>{t('account.domain.troubled', { name, date: until })}</p>
          <p>{message}</p>
        </Notice>
      );
    case 'failed':
      return (
        <Notice kind="danger" isNews={false}>
          <p>{t('account.domain.failed', { name })}</p>
          <p>{message}</p>
        </Notice>
      );
  }
}

/** Looks again while the records are looked for. */
function Watching({ again }: { again: () => void }) {
  useWatching(again, watchedEveryMs);
  return null;
}
