import { type ReactNode, useEffect, useRef } from 'react';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { useLocation } from '#web/ui/customer/router/router.tsx';
import { SignUpSteps, type SignUpStep } from '#web/ui/customer/kit/sign-up-steps.tsx';

let isFirstScreen = true;
const headingId = 'page-title';

/**
 * One page: its heading, which is also the window's title, a sentence about what to do, and the rest. Coming from
 * another page moves the focus to the heading, so that a screen reader reads it. So does replacing a page, because
 * the button with the focus is gone.
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

/** Moves the focus to the start of the page; the scroll position stays. */
export function focusHeading(): void {
  document.getElementById(headingId)?.focus({ preventScroll: true });
}
