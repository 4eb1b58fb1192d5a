import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/customer/kit/button.tsx';
import type { ContractForm, FieldFault } from './contract-form.ts';
import { fieldId } from './field.tsx';
import { Notice } from '#web/ui/customer/kit/notice.tsx';

/**
 * A form with a summary of its errors, each linking to its field (GOV.UK pattern), the error of the whole form, and
 * at the end the submit button with alternatives.
 */
export function FormFrame<Values extends FieldValues, Input>({
  of: { form, submit, prepare, busy, faults, isLong, failure },
  submitLabel,
  submitLook = 'primary',
  isHeld = false,
  beside,
  labels = {},
  children,
}: {
  of: ContractForm<Values, Input>;
  /** Null: nothing is sent here. */
  submitLabel: string | null;
  submitLook?: 'primary' | 'secondary' | 'danger';
  /** Must not be sent yet. */
  isHeld?: boolean;
  /** Links or buttons after the submit button. */
  beside?: ReactNode;
  /** Labels of fields that differ from the usual ones (`fields` in the texts). */
  labels?: Partial<Record<Path<Values>, string>>;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const whole = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It is shown above the fields, and the pressed button may be far below.
    if (failure !== null) whole.current?.scrollIntoView({ block: 'center' });
  }, [failure]);
  const { submitCount } = form.formState;
  const hasSummary = faults.length > (isLong ? 0 : 1);
  useEffect(() => {
    // The new summary has pushed down the focused field.
    const { activeElement } = document;
    if (submitCount > 0 && activeElement?.matches('[aria-invalid=true]'))
      activeElement.scrollIntoView({ block: 'center' });
  }, [submitCount, hasSummary]);
  const sayOf = ({ name, text, isNamed }: FieldFault<Values>) =>
    isNamed ? text : `${labels[name] ?? t(`fields.${String(name)}` as 'fields.name')}: ${text}`;
  const news = useNews(faults, sayOf);
  return (
    // Without scripts the browser would send the form itself. POST keeps passwords out of the address.
    <form method="post" onSubmit={submit} onFocus={prepare} noValidate>
      <p className="unseen" role="status" ref={news} />
      {hasSummary && (
        <div className="summary" role="group" aria-labelledby="summary-title">
          <h2 id="summary-title">{t('form.summary', { count: faults.length })}</h2>
          <ul>
            {faults.map((fault) => (
              <li key={fault.name}>
                <a
                  href={`#${fieldId(fault.name)}`}
                  onClick={(event) => {
                    event.preventDefault();
                    form.setFocus(fault.name);
                  }}
                >
                  {sayOf(fault)}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div ref={whole}>{failure !== null && <Notice kind="danger">{failure}</Notice>}</div>
      {children}
      {submitLabel !== null && (
        <div className="actions">
          <Button type="submit" look={submitLook} busy={busy} disabled={isHeld}>
            {submitLabel}
          </Button>
          {beside}
        </div>
      )}
    </form>
  );
}

/**
 * The announcement for screen readers when errors appear: their number, or the error of the field that was left. A
 * focused field announces its own.
 */
function useNews<Values extends FieldValues>(
  present: FieldFault<Values>[],
  sayOf: (fault: FieldFault<Values>) => string,
): RefObject<HTMLParagraphElement | null> {
  const { t } = useTranslation();
  const known = useRef<FieldFault<Values>[]>([]);
  const region = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const [before, now] = [known.current, present].map((all) =>
      all.map(({ name, text }) => `${name} ${text}`),
    );
    if (before?.join() === now?.join()) return;
    const fresh = present.filter((_, at) => !before?.includes(now?.[at] ?? ''));
    known.current = present;
    const [one, another] = fresh;
    const isHeard = !one || document.activeElement?.id === fieldId(one.name);
    const said = another ? t('form.summary', { count: present.length }) : isHeard ? '' : sayOf(one);
    // What was said of other errors is over.
    if (region.current) region.current.textContent = said;
  });
  return region;
}
