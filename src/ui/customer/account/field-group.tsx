import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/customer/kit/button.tsx';

/** How a group of fields looks while nobody changes it. */
export interface Folded {
  /** What its fields hold, a line each. */
  lines: readonly string[];
  onOpen: () => void;
}

/**
 * What belongs together under a heading that says what it is for; side by side where there is room. A folded one shows
 * what it holds, and its fields once somebody wants to change them.
 */
export function FieldGroup({
  name,
  title,
  lead,
  folded,
  children,
}: {
  /** Of the heading's id. */
  name: string;
  title: string;
  lead?: string;
  folded?: Folded | null;
  children: ReactNode;
}) {
  const fields = useRef<HTMLDivElement>(null);
  const wasFolded = useRef(false);
  const isFolded = Boolean(folded);
  useEffect(() => {
    // The button that was pressed is gone.
    if (wasFolded.current && !isFolded && document.activeElement === document.body)
      fields.current?.querySelector<HTMLElement>('input:not([type=radio]), textarea')?.focus();
    wasFolded.current = isFolded;
  }, [isFolded]);
  return (
    <section className="group" aria-labelledby={`${name}-title`}>
      <div>
        <h2 id={`${name}-title`}>{title}</h2>
        {lead && <p className="muted">{lead}</p>}
      </div>
      <div ref={fields}>{folded ? <Held {...folded} of={`${name}-title`} /> : children}</div>
    </section>
  );
}

function Held({ of, lines, onOpen }: Folded & { of: string }) {
  const { t } = useTranslation();
  const edit = `${of}-edit`;
  return (
    <div className="held">
      <div>
        {lines.length > 0 ? (
          lines.map((line) => <p key={line}>{line}</p>)
        ) : (
          <p className="muted">{t('account.profile.none')}</p>
        )}
      </div>
      <Button look="text" id={edit} aria-labelledby={`${edit} ${of}`} onClick={onOpen}>
        {t('actions.edit')}
      </Button>
    </div>
  );
}
