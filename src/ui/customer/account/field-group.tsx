import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/customer/kit/button.tsx';

/** How a group of fields looks while nobody changes it. */
export interface Folded {
  /** What its fields hold, by their names. */
  rows: readonly (readonly [name: string, value: string])[];
  /** What stands there without any; else that nothing is given. */
  none?: string;
  /** Without it nobody who reads it may change it. */
  onOpen?: (() => void) | undefined;
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
  acts,
  children,
}: {
  /** Of the heading's id. */
  name: string;
  title: string;
  lead?: string;
  folded?: Folded | null;
  /** Below its open fields. */
  acts?: ReactNode;
  children: ReactNode;
}) {
  const fields = useRef<HTMLDivElement>(null);
  const isFolded = Boolean(folded);
  const wasFolded = useRef(isFolded);
  useEffect(() => {
    // The button that was pressed is gone.
    if (wasFolded.current && !isFolded && document.activeElement === document.body)
      fields.current?.querySelector<HTMLElement>('input:not([type=radio]), textarea')?.focus();
    if (!wasFolded.current && isFolded && document.activeElement === document.body)
      fields.current?.querySelector('button')?.focus();
    wasFolded.current = isFolded;
  }, [isFolded]);
  return (
    <section className="group" aria-labelledby={`${name}-title`}>
      <div>
        <h2 id={`${name}-title`}>{title}</h2>
        {lead && !isFolded && <p className="muted">{lead}</p>}
      </div>
      <div ref={fields}>
        {folded ? (
          <Held {...folded} of={`${name}-title`} />
        ) : (
          <>
            {children}
            {acts}
          </>
        )}
      </div>
    </section>
  );
}

function Held({ of, rows, none, onOpen }: Folded & { of: string }) {
  const { t } = useTranslation();
  const edit = `${of}-edit`;
  return (
    <div className="held">
      {rows.length > 0 ? (
        <dl>
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="muted">{none ?? t('account.profile.none')}</p>
      )}
      {onOpen && (
        <Button look="text" id={edit} aria-labelledby={`${edit} ${of}`} onClick={onOpen}>
          {t('actions.edit')}
        </Button>
      )}
    </div>
  );
}
