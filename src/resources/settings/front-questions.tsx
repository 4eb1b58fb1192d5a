import { Button, Input, Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FrontQuestion, mostQuestions, questionsIn } from '#contract/company/front-questions.ts';
import { limits } from '#contract/kernel/primitives.ts';
import { type Locale, locales } from '#contract/kernel/variants.ts';
import { DownIcon, UpIcon } from '#web/ui/admin/kit/icons.tsx';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import type { ControlProps } from '#web/ui/admin/resource/define-resource.ts';

type Part = keyof FrontQuestion;

/** Without what is empty: a language without a text, and a question without any. */
export function sentQuestions(typed: unknown): FrontQuestion[] {
  return questionsOf(typed)
    .map(({ question, answer }) => ({ question: written(question), answer: written(answer) }))
    .filter((one) => [one.question, one.answer].some((texts) => Object.keys(texts).length > 0));
}

export function questionsInWords(typed: unknown): ReactNode {
  return (
    <span className="lines">
      {questionsOf(typed)
        .map(({ question }) => locales.map((locale) => question[locale]).find(Boolean) ?? '')
        .join('\n')}
    </span>
  );
}

/** The questions in order, in one language at a time; each language says how many of them it has. */
export function FrontQuestions({ id, value, onChange }: ControlProps) {
  const { t } = useTranslation();
  const { defaultLocale } = useAdmin().config;
  const [locale, setLocale] = useState<Locale>(defaultLocale);
  const all = questionsOf(value);
  const order = [defaultLocale, ...locales.filter((one) => one !== defaultLocale)];
  return (
    <div className="stacked" {...(id !== undefined && { id })}>
      {all.length > 0 && (
        <Segmented
          className="front-languages"
          aria-label={t('settings.questions.language')}
          value={locale}
          onChange={setLocale}
          options={order.map((one) => ({
            value: one,
            label: `${t(`languages.${one}`)} · ${questionsIn(one, sentQuestions(all)).length}`,
          }))}
        />
      )}
      {all.map((one, place) => (
        // Rows have no name of their own.
        <Question
          key={place}
          one={one}
          place={place}
          locale={locale}
          isLast={place === all.length - 1}
          onText={(part, text) =>
            onChange?.(all.with(place, { ...one, [part]: { ...one[part], [locale]: text } }))
          }
          onMove={(step) => onChange?.(swapped(all, place, place + step))}
          onRemove={() => onChange?.(all.toSpliced(place, 1))}
        />
      ))}
      <Button
        disabled={all.length >= mostQuestions}
        onClick={() => onChange?.([...all, { question: {}, answer: {} }])}
      >
        {t('settings.questions.add')}
      </Button>
    </div>
  );
}

function Question({
  one,
  place,
  locale,
  isLast,
  onText,
  onMove,
  onRemove,
}: {
  one: FrontQuestion;
  place: number;
  locale: Locale;
  isLast: boolean;
  onText: (part: Part, text: string) => void;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const named = (act: 'up' | 'down' | 'remove') => t(`settings.questions.${act}`, { place: place + 1 });
  return (
    <fieldset className="front-question">
      <legend>{t('settings.questions.place', { place: place + 1 })}</legend>
      <label>
        {t('settings.questions.question')}
        <Input
          lang={locale}
          autoComplete="off"
          maxLength={limits.tariffSubtitle.max}
          value={one.question[locale] ?? ''}
          onChange={({ target }) => onText('question', target.value)}
        />
      </label>
      <label>
        {t('settings.questions.answer')}
        <Input.TextArea
          lang={locale}
          rows={3}
          maxLength={limits.tariffDescription.max}
          value={one.answer[locale] ?? ''}
          onChange={({ target }) => onText('answer', target.value)}
        />
      </label>
      <div className="front-question-acts">
        <Button
          aria-label={named('up')}
          icon={<UpIcon />}
          disabled={place === 0}
          onClick={() => onMove(-1)}
        />
        <Button aria-label={named('down')} icon={<DownIcon />} disabled={isLast} onClick={() => onMove(1)} />
        <Button aria-label={named('remove')} onClick={onRemove}>
          {t('branding.remove')}
        </Button>
      </div>
    </fieldset>
  );
}

function swapped(all: FrontQuestion[], from: number, to: number): FrontQuestion[] {
  const [one, other] = [all[from], all[to]];
  return one && other ? all.with(from, other).with(to, one) : all;
}

function written(texts: FrontQuestion[Part]): FrontQuestion[Part] {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''));
}

function questionsOf(value: unknown): FrontQuestion[] {
  return Array.isArray(value) ? (value as FrontQuestion[]) : []; // of the contract's form, or of this control's own
}
