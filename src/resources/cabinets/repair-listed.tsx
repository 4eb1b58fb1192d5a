import { useDataProvider, useInvalidate } from '@refinedev/core';
import { App, Button, Flex, Modal } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findingKinds, findingList } from '#contract/entities/cabinet-finding.ts';
import type { ListQuery } from '#contract/kernel/list-query.ts';
import { limits } from '#contract/kernel/primitives.ts';
import { cabinetApi } from '#contract/routes/cabinet.ts';
import { errorText } from '#web/providers/i18n.ts';
import { cabinetResource } from '#web/resources/cabinets/cabinet-resource.tsx';
import { asked } from '#web/resources/cabinets/repair-button.tsx';
import { repairEach, type Tally } from '#web/resources/cabinets/repair-each.ts';
import { useAdmin, useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { useListState } from '#web/ui/admin/list/state/list-state.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

const columns = cabinetResource.columns.map(({ field }) => field);
const most = limits.pageSize.max;

interface Work {
  ids: string[];
  /** How many further rows the filters find, and how many can only be repaired one by one. */
  rest: number;
  oneByOne: number;
  phase: 'asked' | 'running' | 'over';
  tally: Tally;
}

/**
 * Repairs what the list shows with its filters, on all pages, at most one page of the largest size at once: with
 * progress, a stop button and the result. Repairs that make or remove a database are left out, because each needs its
 * own question.
 */
export function RepairListed() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { query, refusals } = useListState(findingList, columns);
  const { work, isLooking, look, repair, stop, close } = useRepair(query);
  return (
    <>
      <GuardedButton
        needs={cabinetApi.repairCabinet}
        loading={isLooking}
        onClick={() => void look()}
        aria-haspopup="dialog"
      >
        {t('cabinets.all.repair')}
      </GuardedButton>
      <Modal
        open={work !== null && refusals === null}
        title={t('cabinets.all.title')}
        closable={false}
        maskClosable={false}
        width="30rem"
        onCancel={work?.phase === 'running' ? stop : close}
        footer={work && buttons(work)}
      >
        {work && <Told work={work} />}
      </Modal>
    </>
  );

  function buttons({ phase, ids }: Work) {
    if (phase === 'running') return <Button onClick={stop}>{t('cabinets.all.stop')}</Button>;
    if (phase === 'over' || ids.length === 0) return <Button onClick={close}>{t('actions.close')}</Button>;
    return (
      <Flex gap="small" justify="end" wrap>
        <Button onClick={close}>{t('actions.cancel')}</Button>
        <Button type="primary" onClick={() => void repair(ids)}>
          {t('cabinets.all.begin', { count: ids.length, shown: number(ids.length) })}
        </Button>
      </Flex>
    );
  }
}

/** Looks for what there is to repair by a query, and repairs it one by one. `work` is null before and after. */
function useRepair(query: ListQuery) {
  const { t } = useTranslation();
  const { auth } = useAdmin();
  const call = useCall();
  const provider = useDataProvider()();
  const { notification } = App.useApp();
  const invalidate = useInvalidate();
  const [work, setWork] = useState<Work | null>(null);
  const [isLooking, setLooking] = useState(false);
  const stopping = useRef<AbortController | null>(null);

  async function look(): Promise<void> {
    setLooking(true);
    try {
      const together = findingKinds.filter((one) => !asked.some((other) => other === one));
      const [some, oneByOne] = await Promise.all([found(together, most), found(asked, 1)]);
      const ids = some.data.map(({ id }) => id);
      const rest = some.total - ids.length;
      setWork({ ids, rest, oneByOne: oneByOne.total, phase: 'asked', tally: none });
    } catch (error) {
      await tell(error);
    } finally {
      setLooking(false);
    }
  }

  function found(kinds: readonly string[], limit: number) {
    const filters = [...query.filters, { field: 'kind', op: 'in' as const, value: [...kinds] }];
    const listQuery = { ...query, page: 1, limit, filters };
    return provider.getList<{ id: string }>({ resource: 'cabinets', meta: { listQuery } });
  }

  async function repair(ids: string[]): Promise<void> {
    const { signal } = (stopping.current = new AbortController());
    const show = (tally: Tally, phase: Work['phase']) => setWork((now) => now && { ...now, tally, phase });
    show(none, 'running');
    let last = none;
    try {
      const one = async (id: string) => (await call(cabinetApi.repairCabinet, { params: { id } })).data;
      const onTally = (tally: Tally) => show((last = tally), 'running');
      last = await repairEach(ids, one, { signal, onTally });
    } catch (error) {
      await tell(error);
    } finally {
      show(last, 'over');
      await invalidate({ resource: 'cabinets', invalidates: ['list'] });
    }
  }

  async function tell(error: unknown): Promise<void> {
    await auth.onError(error);
    notification.error({ message: t('errors.title'), description: errorText(error) });
  }

  const stop = () => stopping.current?.abort();
  return { work, isLooking, look, repair, stop, close: () => setWork(null) };
}

const none: Tally = { repaired: 0, under_way: 0, failed: 0, gone: 0 };

/** What will be done, the progress, and the result. */
function Told({ work: { ids, rest, oneByOne, phase, tally } }: { work: Work }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const done = Object.values(tally).reduce((sum, count) => sum + count, 0);
  const counts = Object.entries(tally).filter(([, count]) => count > 0);
  const remaining = (phase === 'over' ? ids.length - done : 0) + rest;
  return (
    <>
      {phase === 'asked' && <p>{t(ids.length === 0 ? 'cabinets.all.none' : 'cabinets.all.text')}</p>}
      {phase !== 'asked' && (
        <>
          <progress className="export-progress" value={done} max={ids.length} />
          <p role="status">{t('cabinets.all.progress', { done: number(done), total: number(ids.length) })}</p>
        </>
      )}
      {counts.map(([result, count]) => (
        <p key={result}>
          {t(declaredKey(`cabinets.all.result.${result}`))}: {number(count)}
        </p>
      ))}
      {phase === 'over' && tally.failed + tally.under_way > 0 && (
        <p className="muted">{t('cabinets.all.again')}</p>
      )}
      {phase !== 'running' && remaining > 0 && (
        <p className="muted">{t('cabinets.all.rest', { count: remaining, shown: number(remaining) })}</p>
      )}
      {phase !== 'running' && oneByOne > 0 && (
        <p className="muted">{t('cabinets.all.oneByOne', { count: oneByOne, shown: number(oneByOne) })}</p>
      )}
    </>
  );
}
