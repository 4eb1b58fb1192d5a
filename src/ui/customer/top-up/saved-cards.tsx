import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedCard } from '#contract/money/online-payment.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import type { DataAnswer } from '#web/ui/customer/kit/use-answer.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { preloadable } from '#web/ui/customer/router/preloadable.tsx';
import { cardName } from './card-name.ts';

/** Most have no card. */
const AutoTopUpForm = preloadable(() =>
  withSchemas(() => import('./auto-top-up-form.tsx')).then((m) => m.AutoTopUpForm),
);

/** Saved cards, each with a way to remove it, and when one of them is charged by itself. Nothing while there are none. */
export function SavedCards({
  cards,
  autoTopUp,
}: {
  cards: DataAnswer<'cards'>;
  autoTopUp: DataAnswer<'autoTopUp'>;
}) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const [removing, setRemoving] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<'removed' | { error: unknown } | null>(null);
  const list = useRef<HTMLUListElement>(null);

  async function remove({ id }: SavedCard) {
    setRemoving(id);
    setOutcome(null);
    try {
      await client.call('removeCard', { params: { id } });
      setOutcome('removed');
      list.current?.focus({ preventScroll: true }); // the button goes with its line
    } catch (error) {
      setOutcome({ error });
    }
    setRemoving(null);
    cards.again();
    autoTopUp.again();
  }

  const stopped = autoTopUp.data?.stopped ?? null;
  const isEmpty = !cards.data || cards.data.length === 0;
  if (isEmpty && outcome === null && stopped === null) return null;
  return (
    <section className="part" aria-labelledby="cards-title">
      <h2 id="cards-title">{t('account.cards.title')}</h2>
      {outcome === 'removed' && <Notice kind="success">{t('account.cards.removed')}</Notice>}
      {outcome !== null && outcome !== 'removed' && (
        <Notice kind="danger">{failureText(outcome.error)}</Notice>
      )}
      {stopped !== null && (
        <Notice kind="warning" isNews={false}>
          {t(`account.cards.stopped.${stopped}`)}
        </Notice>
      )}
      <ul className="entries" ref={list} tabIndex={-1} aria-labelledby="cards-title">
        {cards.data?.map((card) => (
          <li key={card.id}>
            <div>
              <strong>{cardName(card)}</strong>
              <p className="muted">{[card.title, expiryOf(card)].filter(Boolean).join(' · ')}</p>
            </div>
            <Button
              look="text"
              busy={removing === card.id}
              aria-label={t('account.cards.removeOf', { name: cardName(card) })}
              onClick={() => void remove(card)}
            >
              {t('account.cards.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {cards.data && cards.data.length > 0 && autoTopUp.data && (
        <AutoTopUpForm
          key={cards.data.map(({ id }) => id).join()}
          cards={cards.data}
          present={autoTopUp.data}
          onSaved={autoTopUp.replace}
        />
      )}
    </section>
  );
}

function expiryOf({ exp_month, exp_year }: SavedCard): string | null {
  return exp_month === null || exp_year === null ? null : `${String(exp_month).padStart(2, '0')}/${exp_year}`;
}
