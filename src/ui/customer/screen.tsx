import { type ReactNode, useEffect, useRef } from 'react';
import { useCustomer } from '#web/ui/customer/customer-context.ts';
import { useLocation } from '#web/ui/customer/router.tsx';
import { Journey, type JourneyStep } from '#web/ui/customer/journey.tsx';

let isFirstScreen = true;
const headingId = 'page-title';

/**
 * One page: its heading, which is the window's title too, a sentence on what to do, the rest. Moving here from another
 * page puts the focus on the heading, so that a screen reader says where one is; so does a page that puts another in
 * its own place, together with the button that had the focus.
 */
export function Screen({
  title,
  lead,
  step,
  children,
}: {
  title: string;
  lead?: ReactNode;
  step?: JourneyStep;
  children?: ReactNode;
}) {
  const { config } = useCustomer();
  const { key } = useLocation();
  const shownKey = useRef<string>(null);
  useEffect(() => {
    document.title = `${title} · ${config.productName}`;
    const isElsewhere = shownKey.current !== key || document.activeElement === document.body;
    if (isElsewhere && !isFirstScreen) focusHeading();
    isFirstScreen = false;
    shownKey.current = key;
  }, [key, title, config]);
  return (
    <>
      {step && <Journey step={step} />}
      <section className="sheet">
        <h1 id={headingId} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className="lead">{lead}</p>}
        {children}
      </section>
    </>
  );
}

/** Puts the focus where the page begins; where it is shown is left as it is. */
export function focusHeading(): void {
  document.getElementById(headingId)?.focus({ preventScroll: true });
}
