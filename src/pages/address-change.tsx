import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomerClient } from '#web/ui/customer/session/customer-client.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { clearCustomerSession, clearStaffSession } from '#web/ui/shared/local-storage.ts';
import { Button, ButtonLink } from '#web/ui/customer/kit/button.tsx';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { useLocation, useSearch } from '#web/ui/customer/router/router.tsx';
import { Screen } from '#web/ui/customer/kit/screen.tsx';

interface Link {
  client: CustomerClient;
  isStaff: boolean;
  hash: string;
}

/** `/confirm-address`, for staff with `?for=staff`: a button confirms a new email. */
export function ConfirmAddress() {
  const { t } = useTranslation();
  const { isStaff, done, ...use } = useAddressLink(confirmAddress);
  if (!done) return <OneButton {...use} isStaff={isStaff} texts="confirm" />;
  const afterwards = isStaff
    ? { kept: '/admin-panel', ended: '/login' }
    : { kept: '/account/security', ended: '/client/login' };
  return (
    <Screen title={t('addressChange.confirm.doneTitle')}>
      <Notice kind="success">{t('addressChange.confirm.done', { email: done.email })}</Notice>
      <p>{t('addressChange.confirm.ended')}</p>
      <div className="actions">
        <ButtonLink to={done.isSessionKept ? afterwards.kept : afterwards.ended}>
          {t(done.isSessionKept ? 'addressChange.confirm.goOn' : 'addressChange.confirm.logIn')}
        </ButtonLink>
      </div>
    </Screen>
  );
}

/** `/refuse-address`: opened from the email to the old address, whether the new one was confirmed or not. */
export function RefuseAddress() {
  const { t } = useTranslation();
  const { isStaff, done, ...use } = useAddressLink(refuseAddress);
  if (!done) return <OneButton {...use} isStaff={isStaff} texts="refuse" />;
  return (
    <Screen title={t('addressChange.refuse.doneTitle')}>
      <Notice kind="success">
        {t(done.undone ? 'addressChange.refuse.undone' : 'addressChange.refuse.done', { email: done.email })}
      </Notice>
      <p>{t('addressChange.refuse.password')}</p>
      <div className="actions">
        <ButtonLink to={`/forgot-password${isStaff ? '?for=staff' : ''}`}>
          {t('addressChange.refuse.setPassword')}
        </ButtonLink>
      </div>
    </Screen>
  );
}

/** The question of the email, and one button, so that a mail scanner that opens the link does nothing. */
function OneButton({
  isStaff,
  state,
  act,
  texts,
}: Omit<ReturnType<typeof useAddressLink>, 'done'> & { texts: 'confirm' | 'refuse' }) {
  const { t } = useTranslation();
  if (state === 'spent') {
    return (
      <Screen title={t('addressChange.spentTitle')} lead={t('addressChange.spent')}>
        <div className="actions">
          <ButtonLink to={isStaff ? '/login' : '/client/login'}>{t('links.login')}</ButtonLink>
        </div>
      </Screen>
    );
  }
  return (
    <Screen title={t(`addressChange.${texts}.title`)} lead={t(`addressChange.${texts}.lead`)}>
      {typeof state === 'object' && <Notice kind="danger">{failureText(state.error)}</Notice>}
      <div className="actions">
        <Button busy={state === 'busy'} onClick={act}>
          {t(`addressChange.${texts}.submit`)}
        </Button>
      </div>
    </Screen>
  );
}

/** An emailed link that a button uses. Its token is behind the `#`, where no server logs it. */
function useAddressLink<Done>(follow: (link: Link) => Promise<Done>) {
  const { client } = useCustomer();
  const isStaff = useSearch().get('for') === 'staff';
  const hash = new URLSearchParams(useLocation().hash.slice(1)).get('hash') ?? '';
  const [state, setState] = useState<'asking' | 'busy' | 'spent' | { error: unknown }>(
    hash === '' ? 'spent' : 'asking',
  );
  const [done, setDone] = useState<Done | null>(null);
  const act = () => {
    setState('busy');
    follow({ client, isStaff, hash }).then(setDone, (error: unknown) => {
      const isSpent = error instanceof HttpError && error.status === 422;
      setState(isSpent ? 'spent' : { error });
    });
  };
  return { isStaff, state, done, act };
}

async function confirmAddress({ client, isStaff, hash }: Link) {
  if (isStaff) {
    const { email, session_kept } = (await client.staff('confirmAddress', { hash })).data;
    if (!session_kept) clearStaffSession();
    return { email, isSessionKept: session_kept };
  }
  const answer = await client.call('confirm', { body: { hash } });
  const isSessionKept = 'session_kept' in answer && answer.session_kept;
  if (!isSessionKept) clearCustomerSession();
  return { email: answer.data.email, isSessionKept };
}

async function refuseAddress({ client, isStaff, hash }: Link) {
  const body = { hash };
  const { data } = await (isStaff
    ? client.staff('refuseAddress', body)
    : client.call('refuseAddress', { body }));
  if (isStaff) clearStaffSession();
  else clearCustomerSession();
  return data;
}
