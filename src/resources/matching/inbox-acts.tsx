import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { matchedAtOnce, type Suggestion } from '#contract/money/payment-matching.ts';
import type { BankLine } from '#contract/entities/bank-line.ts';
import { matchingApi } from '#contract/routes/payment.ts';
import { useCreditQuestion, useCreditedWords } from '#web/resources/matching/credit-words.tsx';
import type { DecidedLine, Owner } from '#web/resources/matching/decided-line.ts';
import { useUndoQuestions } from '#web/resources/matching/undo-questions.tsx';
import { topUpsOfBatch } from '#web/resources/matching/top-ups-of-batch.ts';
import { useWalletRefresh } from '#web/resources/matching/use-wallet-refresh.ts';
import { useOneAtATime } from '#web/ui/admin/actions/use-one-at-a-time.tsx';
import { newIdempotencyKey } from '#web/ui/shared/idempotency-key.ts';
import { useAdmin, useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';

/** Decides one thing at a time: a toast says what was done and how to take it back, or why it was refused. */
function useOneDecision() {
  const reload = useWalletRefresh();
  const { run, running: busy } = useOneAtATime();
  const decide = (id: string, work: () => Promise<string>, undo?: () => void) =>
    run(id, { work, undo, reload });
  return { busy, decide };
}

/** What can be decided about lines. What was decided last can be undone by a key. */
export function useInboxActs() {
  const { t } = useTranslation();
  const call = useCall();
  const { busy, decide } = useOneDecision();
  const { http } = useAdmin();
  const isSure = useCreditQuestion();
  const saidOf = useCreditedWords();
  const { isSureOfOne, isSureOfBatch } = useUndoQuestions();
  const last = useRef<(() => Promise<boolean>) | null>(null);

  /** Does something that `undo` takes back, by the toast's button or by the key. */
  function act(id: string, work: () => Promise<string>, undo: () => Promise<boolean>): Promise<boolean> {
    const remembered = async () => {
      const said = await work();
      // Before the lists are fetched again, so that the key undoes what the toast says.
      last.current = undo;
      return said;
    };
    return decide(id, remembered, () => void undo());
  }

  const once = () => ({ 'Idempotency-Key': newIdempotencyKey() });

  /** `onSure`: nothing is left to be asked. */
  async function book(line: DecidedLine, owner: Owner | Suggestion, onSure?: () => void): Promise<boolean> {
    if (!(await isSure(line, owner))) return false;
    onSure?.();
    const { id } = line;
    const { client, document } = owner;
    const body = { client_id: client.id, ...(document && { document_id: document.id }) };
    const work = async () => {
      await call(matchingApi.matchPayment, { params: { id }, body, headers: once() });
      return saidOf(line, client);
    };
    return act(id, work, async () => (await isSureOfOne(id, 'if-charged')) && takeBack(id));
  }

  function setAside({ id }: DecidedLine, reason: string): Promise<boolean> {
    const work = async () => {
      await call(matchingApi.ignorePayment, { params: { id }, body: { reason }, headers: once() });
      return t('bank_lines.inbox.ignored');
    };
    return act(id, work, () => takeBack(id));
  }

  /** What was decided some time ago: of money that was credited is asked first. */
  async function undo({ id, status }: Pick<BankLine, 'id'> & { status: string }): Promise<boolean> {
    if (status === 'matched' && !(await isSureOfOne(id, 'always'))) return false;
    return takeBack(id);
  }

  function takeBack(id: string): Promise<boolean> {
    const body = { reason: t('bank_lines.inbox.undoReason') };
    last.current = null;
    return decide(id, async () => {
      await call(matchingApi.unmatchPayment, { params: { id }, body, headers: once() });
      return t('bank_lines.inbox.undone');
    });
  }

  const { bookAll, unbookAll } = useBatch();
  function bookCertain(): Promise<boolean> {
    const booked: string[] = [];
    const undoAll = () => {
      last.current = null;
      return decide('certain', () => unbookAll(booked));
    };
    return act('certain', () => bookAll(booked), undoAll);
  }

  /** Takes back all that one act credited. */
  async function undoBatch(batch: NonNullable<BankLine['batch']>): Promise<boolean> {
    if (!(await isSureOfBatch(batch.lines))) return false;
    last.current = null;
    return decide(batch.id, async () => unbookAll(await topUpsOfBatch(http, batch.id)));
  }

  const undoLast = () => last.current?.() ?? Promise.resolve(false);
  return { busy, book, setAside, undo, undoBatch, undoLast, bookCertain };
}
export type InboxActs = ReturnType<typeof useInboxActs>;

/** Credits all certain lines, and takes them back. Each call does a part, so that its answer comes in time. */
function useBatch() {
  const { t } = useTranslation();
  const { money, number } = useFormats();
  const call = useCall();

  /** `booked` gets the top-ups, also of what was booked before a call failed. */
  async function bookAll(booked: string[]): Promise<string> {
    let amount = 0;
    let body = {};
    for (;;) {
      const { data } = await call(matchingApi.matchCertain, { body });
      body = { batch_id: data.batch_id };
      booked.push(...data.entries);
      amount += data.amount;
      if (data.left === 0 || data.matched === 0) break;
    }
    return t('bank_lines.inbox.bookedCertain', { shown: number(booked.length), amount: money(amount) });
  }

  async function unbookAll(booked: readonly string[]): Promise<string> {
    const reason = t('bank_lines.inbox.undoReason');
    const done = { unmatched: 0, amount: 0, changed: 0, refunded: 0 };
    for (let from = 0; from < booked.length; from += matchedAtOnce) {
      const body = { entries: booked.slice(from, from + matchedAtOnce), reason };
      const { data } = await call(matchingApi.unmatchPayments, { body });
      done.unmatched += data.unmatched;
      done.amount += data.amount;
      done.changed += data.kept.changed;
      done.refunded += data.kept.refunded;
    }
    const words = (key: 'undoneCertain' | 'keptChanged' | 'keptRefunded', count: number) =>
      t(`bank_lines.inbox.${key}`, { count, shown: number(count), amount: money(done.amount) });
    return [
      words('undoneCertain', done.unmatched),
      ...(done.changed > 0 ? [words('keptChanged', done.changed)] : []),
      ...(done.refunded > 0 ? [words('keptRefunded', done.refunded)] : []),
    ].join(' ');
  }
  return { bookAll, unbookAll };
}
