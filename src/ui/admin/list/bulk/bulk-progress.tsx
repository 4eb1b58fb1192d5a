import { useInvalidate } from '@refinedev/core';
import { Progress } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { BulkRun } from '#contract/panel/bulk.ts';
import { bulkApi } from '#contract/routes/panel/bulk.ts';
import { errorText } from '#web/providers/i18n.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { useRowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { usePolling } from '#web/ui/admin/kit/use-polling.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';
import './selection-bar.css';

const lookEveryMs = 700;

/** A bulk change that begins here, until it is done, and the way to its page. */
export function BegunBulk({ runId }: { runId: string }) {
  const { t } = useTranslation();
  const { data: run, error, refetch } = useRead(bulkApi.bulkRun, { params: { id: runId } });
  usePolling(refetch, !run || isAtWork(run) ? lookEveryMs : false);
  if (error && !run) return <Failure text={errorText(error)} retry={() => void refetch()} />;
  if (!run) return null;
  return (
    <BulkProgress run={run} reload={refetch}>
      <Link to={`/admin-panel/clients/bulk/show/${runId}`}>{t('bulk.result')}</Link>
    </BulkProgress>
  );
}

/** How far a bulk change is, what it did, and ways to stop and undo it. */
export function BulkProgress({
  run,
  reload,
  children,
}: {
  run: BulkRun;
  /** Reads the run again, where a page doesn't do so itself. */
  reload?: () => Promise<unknown>;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  useReloaded(run);
  return (
    <div className="bulk-progress">
      <Counts run={run} />
      {isAtWork(run) && <p className="muted">{t('bulk.goesOn')}</p>}
      {run.status === 'stopped' && <p className="muted">{t('bulk.stoppedShort')}</p>}
      <div className="bulk-acts">
        <Acts run={run} reload={reload} />
        {children}
      </div>
    </div>
  );
}

/** Whether a job works on a run, or will. */
export function isAtWork({ status }: BulkRun): boolean {
  return status === 'queued' || status === 'running' || status === 'undoing';
}

/** The lists behind are read again when a run ends. */
function useReloaded(run: BulkRun): void {
  const invalidate = useInvalidate();
  const { id } = run;
  const ended = isAtWork(run) ? null : `${id} ${run.status}`;
  useEffect(() => {
    if (ended === null) return;
    void invalidate({ resource: 'clients', invalidates: ['resourceAll'] });
    void invalidate({ resource: 'bulk', id, invalidates: ['list', 'detail'] });
    void invalidate({ resource: 'bulk_rows', invalidates: ['resourceAll'] });
    // `invalidate` is another function on each render.
  }, [ended]); // eslint-disable-line react-hooks/exhaustive-deps
}

function Counts({ run }: { run: BulkRun }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { total, done, skipped, failed, undone } = run;
  const isUndo = run.status === 'undoing' || run.status === 'undone';
  const reached = isUndo ? undone + skipped + failed : done + skipped + failed;
  const counts = { undone, done, skipped, failed };
  return (
    <>
      {isAtWork(run) && (
        <Progress percent={Math.round((100 * reached) / Math.max(1, total))} showInfo={false} />
      )}
      <p className="bulk-headline" role="status">
        {isAtWork(run)
          ? t('bulk.progress', { rows: number(reached), total: number(total) })
          : t(`bulk.values.status.${run.status}`)}
      </p>
      <ul>
        {(['undone', 'done', 'skipped', 'failed'] as const)
          .filter((name) => counts[name] > 0 || (name === 'done' && !isUndo))
          .map((name) => (
            <li key={name}>
              {t(`bulk.fields.${name}`)}: {number(counts[name])}
            </li>
          ))}
      </ul>
    </>
  );
}

function Acts({ run, reload }: { run: BulkRun; reload: (() => Promise<unknown>) | undefined }) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const call = useCall();
  const { run: act, isRunning } = useRowAction('bulk', run.id);
  const params = { id: run.id };
  if (run.status === 'queued' || run.status === 'running') {
    const stop = async () => {
      await call(bulkApi.stopBulk, { params });
      await reload?.();
    };
    return (
      <GuardedButton
        needs={bulkApi.stopBulk}
        loading={isRunning}
        onClick={() => void act({ send: stop, done: t('bulk.values.status.stopped') })}
      >
        {t('bulk.stop')}
      </GuardedButton>
    );
  }
  // Once the time is over the server says so.
  if (run.undo_until === null || run.done === 0) return null;
  const undo = async () => {
    await call(bulkApi.undoBulk, { params });
    await reload?.();
  };
  return (
    <GuardedButton
      needs={bulkApi.undoBulk}
      hint={t('bulk.undoHint', { at: moment(run.undo_until) })}
      loading={isRunning}
      onClick={() => void act({ send: undo, done: t('bulk.values.status.undoing') })}
    >
      {t('bulk.undo')}
    </GuardedButton>
  );
}
