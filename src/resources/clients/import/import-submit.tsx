import { useInvalidate } from '@refinedev/core';
import { Button, Switch } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clientApi } from '#contract/routes/client.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { errorText } from '#web/providers/i18n.ts';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { newIdempotencyKey } from '#web/ui/shared/idempotency-key.ts';
import { afterRefusal, type CheckedRows } from '#web/resources/clients/import/import-check.ts';
import { ImportProgress } from '#web/resources/clients/import/import-progress.tsx';
import type { Imported, WorkProps } from '#web/resources/clients/import/import-work.ts';
import { importPatienceMs, untilAnswered } from '#web/resources/clients/import/until-answered.ts';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';
import { useAdmin, useFormats } from '#web/ui/admin/resource/admin-context.ts';

interface SubmitProps extends WorkProps {
  checked: CheckedRows;
  onSending: (isSending: boolean) => void;
  onDone: (done: Imported) => void;
}

/** Imports the good rows, with or without invitations. */
export function ImportSubmit(props: SubmitProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { send, sending, failure } = useSend(props);
  const { work, checked, onChange } = props;
  const count = checked.good.length;
  return (
    <div className="import-submit">
      <div>
        <label className="switch-row">
          <Switch
            checked={work.isInviting}
            onChange={(chosen) => onChange({ isInviting: chosen })}
            disabled={sending !== null}
          />
          {t('clients.import.invite')}
        </label>
        <p className="muted">{t('clients.import.inviteHelp')}</p>
      </div>
      <FormFailure text={failure} />
      {sending && <ImportProgress isLost={sending === 'lost'} />}
      <Button type="primary" loading={sending !== null} onClick={() => void send()}>
        {t('clients.import.submit', { count, shown: number(count) })}
      </Button>
      <p className="muted">{t('clients.import.allOrNone')}</p>
    </div>
  );
}

/**
 * Sends the good rows with the same key as long as they are the same: after a lost answer they are sent again until
 * the server answers, and nothing is created twice.
 */
function useSend({ work: { name, isInviting, sent }, checked, onChange, onSending, onDone }: SubmitProps) {
  const { t } = useTranslation();
  const { auth, http } = useAdmin();
  const invalidate = useInvalidate();
  const [sending, setSending] = useState<'sent' | 'lost' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);

  async function send(): Promise<void> {
    if (running.current) return;
    running.current = new AbortController();
    const { signal } = running.current;
    setSending('sent');
    onSending(true);
    setFailure(null);
    const body = {
      rows: checked.good.map(({ input }) => input),
      send_invitations: isInviting,
      file: name.slice(0, 255),
    };
    const headers = { 'Idempotency-Key': keyOfThis() };
    try {
      const { data } = await untilAnswered(
        () => http.call(clientApi.importClients, { body, headers, signal, patienceMs: importPatienceMs }),
        { signal, onLost: () => setSending('lost') },
      );
      await invalidate({ resource: clientResource.name, invalidates: ['list', 'many'] });
      onDone(data);
    } catch (error) {
      if (signal.aborted) return;
      await auth.onError(error);
      const after = afterRefusal(checked, checked.good, error);
      if (after) onChange({ checked: after });
      setFailure(failureOf(error, after !== null));
    } finally {
      running.current = null;
      setSending(null);
      onSending(false);
    }
  }

  // Leaving, after a question, stops waiting; a part that was sent is done completely or not at all.
  useEffect(() => () => running.current?.abort(), []);

  /** The same data gets the same key; other data is another import. */
  function keyOfThis(): string {
    if (sent?.checked === checked && sent.isInviting === isInviting) return sent.key;
    const key = newIdempotencyKey();
    onChange({ sent: { checked, isInviting, key } });
    return key;
  }

  function failureOf(error: unknown, isRefused: boolean): string {
    if (!(error instanceof HttpError)) return errorText(error);
    return isRefused || error.status === 409 ? t('clients.import.meanwhile') : errorText(error);
  }

  return { send, sending, failure };
}
