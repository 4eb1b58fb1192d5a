import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldType } from '#contract/kernel/list-query.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { Day, Moment } from './moment.tsx';
import { Money } from './money.tsx';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';
import { noonOf } from '#web/ui/shared/zoned-day.ts';

/** A value formatted by its field's type; a missing one is a dash. */
export function ListCell({
  name,
  field,
  type,
  value,
  hasTime = false,
}: {
  name: string;
  field: string;
  type: FieldType;
  value: unknown;
  /** A moment whose time matters, as in a log; others are days, with the time at hand. */
  hasTime?: boolean | undefined;
}): ReactNode {
  const { t } = useTranslation();
  const { number, day } = useFormats();
  if (value === null || value === undefined || value === '') return <Nothing />;
  if (type === 'money' && typeof value === 'number') return <Money minorUnits={value} />;
  if (type === 'number' && typeof value === 'number') return number(value);
  if (type === 'moment' && typeof value === 'string')
    return hasTime ? <Moment iso={value} /> : <Day iso={value} />;
  // Noon of a day is the same day in every zone near it.
  if (type === 'day' && typeof value === 'string') return <time dateTime={value}>{day(noonOf(value))}</time>;
  if (type === 'boolean') return t(value ? 'list.yes' : 'list.no');
  if (type === 'enum') return t(declaredKey(`${name}.values.${field}.${String(value)}`));
  return <Breakable text={String(value)} />;
}

/** A text; an e-mail address breaks after its @ and its dots, never in a word. */
export function Breakable({ text }: { text: string }) {
  if (!/^\S+@\S+$/.test(text)) return <bdi>{text}</bdi>;
  const parts = text.split(/(?<=[@.])/);
  return (
    <bdi>
      {parts.map((part, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  );
}

/** Shown for a missing value. */
export function Nothing() {
  return <span className="muted">–</span>;
}
