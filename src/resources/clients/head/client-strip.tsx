import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { useClientName } from '#web/resources/clients/client-cells.tsx';
import { Standing } from './client-standing.tsx';
import { CallFacts } from './client-facts.tsx';

/**
 * What a call needs of the head in one line, once the head has left a window that is too low for it to stay: laptops.
 * It takes no room, so that nothing moves when it comes.
 */
export function ClientStrip({ client, head }: { client: ClientDetails; head: RefObject<Element | null> }) {
  const { t } = useTranslation();
  const name = useClientName()(client);
  const isGone = useIsAbove(head);
  if (!isGone) return null;
  return (
    <div className="client-strip">
      <section className="client-strip-line" aria-label={t('clients.head.strip')}>
        <strong className="client-strip-name" title={name}>
          {name}
        </strong>
        <Standing client={client} />
        <CallFacts client={client} />
      </section>
    </div>
  );
}

/** Whether an element has been scrolled out over the window's upper edge. */
function useIsAbove(of: RefObject<Element | null>): boolean {
  const [isAbove, setAbove] = useState(false);
  useEffect(() => {
    const seen = new IntersectionObserver(([entry]) => {
      if (entry) setAbove(!entry.isIntersecting && entry.boundingClientRect.top < 0);
    });
    if (of.current) seen.observe(of.current);
    return () => seen.disconnect();
  }, [of]);
  return isAbove;
}
