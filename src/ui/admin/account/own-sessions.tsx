import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Popconfirm, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/providers/i18n.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { browserOf } from '#contract/accounts/browser-name.ts';
import { staffApi } from '#contract/routes/accounts/staff.ts';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { Moment } from '#web/ui/admin/kit/moment.tsx';

export const ownSessionsKey = ['own-sessions'];

/** One's own sessions, each with a button to end it, and one for all others. */
export function OwnSessions() {
  const { t } = useTranslation();
  const { http, auth } = useAdmin();
  const { notification } = App.useApp();
  const queries = useQueryClient();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ownSessionsKey,
    queryFn: ({ signal }) => http.call(staffApi.sessions, { signal }),
    retry: false,
  });

  async function end(send: () => Promise<unknown>, done: string): Promise<void> {
    try {
      await send();
      notification.success({ message: done });
    } catch (failure) {
      await auth.onError(failure);
      notification.error({ message: t('errors.title'), description: errorText(failure) });
    }
    await queries.invalidateQueries({ queryKey: ownSessionsKey });
  }

  return (
    <section className="panel panel-wide">
      <header className="panel-head">
        <h2>{t('account.sessionsTitle')}</h2>
        {data && data.data.length > 1 && (
          <Popconfirm
            title={t('account.endOthers.title')}
            description={t('account.endOthers.text')}
            okText={t('account.endOthers.go')}
            cancelText={t('actions.cancel')}
            onConfirm={() => end(() => http.call(staffApi.endSessions), t('account.endOthers.done'))}
          >
            <Button size="small">{t('account.endOthers.go')}</Button>
          </Popconfirm>
        )}
      </header>
      {isPending && <Skeleton active />}
      {error && <Failure text={errorText(error)} retry={() => void refetch()} />}
      {data && (
        <ul className="own-sessions">
          {data.data.map((session) => (
            <li key={session.id}>
              <div>
                <strong>{browserOf(session.user_agent) ?? t('account.unknownBrowser')}</strong>
                {session.current && <span className="count-badge">{t('account.thisSession')}</span>}
                <p className="muted">
                  {session.ip} · {t('account.lastUsed')} <Moment iso={session.last_used_at} /> ·{' '}
                  {t('account.since')} <Moment iso={session.created_at} />
                </p>
              </div>
              {!session.current && (
                <Popconfirm
                  title={t('account.endSession')}
                  description={t('account.endSessionText')}
                  okText={t('account.end')}
                  cancelText={t('actions.cancel')}
                  onConfirm={() =>
                    end(
                      () => http.call(staffApi.endSession, { params: { id: session.id } }),
                      t('account.sessionEnded'),
                    )
                  }
                >
                  <Button size="small">{t('account.end')}</Button>
                </Popconfirm>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
