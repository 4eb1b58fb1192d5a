import { type ReactNode, useEffect, useRef } from 'react';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { useLocation } from '#web/ui/customer/router/router.tsx';
import { SignUpSteps, type SignUpStep } from '#web/ui/customer/kit/sign-up-steps.tsx';

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
  step?: SignUpStep;
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
      {step && <SignUpSteps step={step} />}
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
