import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from '#web/ui/customer/router.tsx';
import { Journey, type JourneyStep } from '#web/ui/customer/journey.tsx';

let isFirstScreen = true;

/**
 * One page: its heading, a sentence on what to do, the rest. Moving here from another page puts the focus on the
 * heading, so that a screen reader says where one is.
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
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    if (!isFirstScreen) heading.current?.focus({ preventScroll: true });
    isFirstScreen = false;
  }, [key]);
  return (
    <>
      {step && <Journey step={step} />}
      <section className="sheet">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className="lead">{lead}</p>}
        {children}
      </section>
    </>
  );
}
