import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkCheck } from '#contract/panel/bulk.ts';
import { HttpError } from '#web/providers/http-error.ts';
import { errorText } from '#web/providers/i18n.ts';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { sendByKeys } from '#web/ui/admin/form/submit/send-keys.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';
import type { AnyResource, BulkAct } from '#web/ui/admin/resource/define-resource.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { newIdempotencyKey } from '#web/ui/shared/idempotency-key.ts';
import type { Selected } from './selection.ts';

/** What an act would do, before it is done. */
export function CheckedBulk({
  resource,
  act,
  title,
  selected,
  input,
  checked,
  check,
  onBegun,
  onBack,
  onClose,
}: {
  resource: AnyResource;
  act: BulkAct;
  title: string;
  selected: Selected;
  input: object;
  /** Null: it is checked here. */
  checked: BulkCheck | null;
  check: (input: object) => Promise<BulkCheck>;
  onBegun: (runId: string) => void;
  onBack: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [key] = useState(newIdempotencyKey);
  const { data, error, refetch } = useQuery({
    queryKey: ['bulk-check', key],
    queryFn: () => check(input),
    ...(checked && { initialData: checked }),
    staleTime: Infinity,
    retry: false,
  });

  const will = data?.will ?? 0;
  const { begin, sending, failure } = useBegin({ resource, act, selected, onBegun, onOther: refetch, key });
  const submit = () => {
    if (data && will > 0 && !sending) void begin(input, data.total);
  };
  return (
    <Modal
      open
      title={title}
      wrapProps={{ onKeyDown: sendByKeys({ submit }) }}
      onCancel={onClose}
      maskClosable={false}
      width="32.5rem"
      footer={
        <>
          <Button onClick={onBack}>{t('actions.back')}</Button>
          <Button
            type="primary"
            danger={act.danger === true}
            disabled={will === 0}
            loading={sending}
            onClick={submit}
          >
            {t(declaredKey(`bulk.go.${act.name}`), { count: will, shown: number(will) })}
          </Button>
        </>
      }
    >
      {error && <Failure text={errorText(error)} retry={() => void refetch()} />}
      {!data && !error && <p role="status">{t('bulk.checking')}</p>}
      {data && <Prediction act={act} input={input} check={data} />}
      {failure && (
        <p className="form-error" role="alert">
          {failure}
        </p>
      )}
    </Modal>
  );
}

/** Begins the act, once however often it is sent. */
function useBegin({
  resource,
  act,
  selected,
  onBegun,
  onOther,
  key,
}: {
  resource: AnyResource;
  act: BulkAct;
  selected: Selected;
  onBegun: (runId: string) => void;
  /** The filter finds other rows than those that were checked. */
  onOther: () => Promise<unknown>;
  key: string;
}) {
  const call = useCall();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  async function begin(input: object, total: number): Promise<void> {
    if (!resource.bulk) return;
    setSending(true);
    setFailure(null);
    try {
      const body = { act: act.name, input, ...selected, total };
      const answer = await call(resource.bulk.route, { body, headers: { 'Idempotency-Key': key } });
      onBegun((answer as { data: { id: string } }).data.id); // a run is answered so
    } catch (refusal) {
      setFailure(errorText(refusal));
      if (refusal instanceof HttpError && refusal.code === 'selection_changed') await onOther();
      setSending(false);
    }
  }
  return { begin, sending, failure };
}

function Prediction({ act, input, check }: { act: BulkAct; input: object; check: BulkCheck }) {
  const { t } = useTranslation();
  const { number, money } = useFormats();
  const { total, will, wont, sample } = check;
  return (
    <div className="bulk-check">
      <p className="bulk-headline" role="status">
        {will === 0
          ? t('bulk.nothing')
          : t(act.headline?.(input) ?? 'bulk.will', { rows: number(will), total: number(total) })}
      </p>
      {check.money && (
        <p>
          {t('bulk.money', { charge: money(check.money.charge), refund: money(check.money.refund) })}{' '}
          <span className="muted">{t('bulk.moneyStays')}</span>
        </p>
      )}
      {act.isFinal && will > 0 && <p className="muted">{t('bulk.final')}</p>}
      {wont.length > 0 && (
        <section>
          <h3>{t('bulk.wont')}</h3>
          <ul>
            {wont.map((reason) => (
              <LeftAlone key={reason.code} {...reason} />
            ))}
          </ul>
        </section>
      )}
      {sample.length > 0 && (
        <section>
          <h3>{t('bulk.example')}</h3>
          <ul>
            {sample.map(({ client, changes }) => (
              <li key={client.id}>
                {client.name}
                {changes
                  .filter(({ field }) => act.shows?.includes(field))
                  .map(({ field, before, after }) => (
                    <span key={field} className="muted">
                      {' · '}
                      <act.value field={field} value={before} /> → <act.value field={field} value={after} />
                    </span>
                  ))}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** Why some rows stay as they are, and the first of them. */
function LeftAlone({ code, count, sample }: BulkCheck['wont'][number]) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const more = count - sample.length;
  return (
    <li>
      {number(count)} – {t(`bulk_rows.values.code.${code}`)}
      {sample.length > 0 && (
        <span className="muted bulk-left">
          {sample.map(({ name }) => name).join(', ')}
          {more > 0 && ` ${t('bulk.andMore', { shown: number(more) })}`}
        </span>
      )}
    </li>
  );
}
