import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type Refusal, spokenParams } from '#contract/kernel/issues.ts';
import { html, type Markup } from '../html.ts';
import type { CabinetView } from '../pages/cabinet-layout.ts';

/** The typed values of a form with their errors, by field. */
export interface Typed<Field extends string> {
  values: Record<Field, string>;
  errors: Partial<Record<string, Refusal[]>>;
}

/** Makes a double click or a repeated request act only once. */
export function once(): Markup {
  return html`<input type="hidden" name="once" value="${randomUUID()}" />`;
}

/** The id of what to create, sent with the form; without one each request creates something new. */
export function onceOf(form: URLSearchParams): string {
  const sent = z.uuid().safeParse(form.get('once'));
  return sent.success ? sent.data : randomUUID();
}

export function field(form: URLSearchParams, name: string): string {
  return form.get(name) ?? '';
}

/** The page that an address asks for, the nearest one that there is; pages count from 1. */
export function pageOf(query: URLSearchParams, pages: number): number {
  const wanted = Number(query.get('page') ?? 1);
  return Number.isInteger(wanted) ? Math.min(Math.max(wanted, 1), pages) : 1;
}

/** The ways to the page before and after. */
export function paging(
  { t }: CabinetView,
  { current, pages }: { current: number; pages: number },
  addressOf: (page: number) => string,
): Markup {
  return html`<nav class="paging" aria-label="${t('goods.pages')}">
    ${current > 1 && html`<a href="${addressOf(current - 1)}">${t('goods.previous')}</a>`}
    <span>${t('goods.pageOf', { page: current, pages })}</span>
    ${current < pages && html`<a href="${addressOf(current + 1)}">${t('goods.next')}</a>`}
  </nav>`;
}

/** What is wrong with a field, as text; undefined when nothing is. */
function errorOf<Field extends string>(
  { t, locale }: CabinetView,
  { errors }: Typed<Field>,
  name: string,
): string | undefined {
  const first = errors[name]?.[0];
  return first && t(first.key, spokenParams(first, locale));
}

/** Above a refused form: what to mend, each leading to its field. */
export function mistakes<Field extends string>(
  view: CabinetView,
  typed: Typed<Field>,
  { fields, labelOf }: { fields: readonly Field[]; labelOf: (name: Field) => string },
): Markup | false {
  const wrong = fields.filter((name) => typed.errors[name]);
  if (wrong.length === 0) return false;
  return html`<div class="notice danger" role="alert">
    <div>
      <p><strong>${view.t('goods.mend')}</strong></p>
      <ul>
        ${wrong.map((name) => html`<li><a href="#${name}">${labelOf(name)}: ${errorOf(view, typed, name)}</a></li>`)}
      </ul>
    </div>
  </div>`;
}

/** A labelled field with its hint or error above the value, as on the platform's pages. */
export function input<Field extends string>(
  view: CabinetView,
  typed: Typed<Field>,
  { name, label, hint, inputmode, optional = false, choices = [], isFirst = false }: FieldLook<Field>,
): Markup {
  const error = errorOf(view, typed, name);
  const note = error ?? hint;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${note && html`<p class="note" id="${name}-note" ${error && html`data-faulty`}>${note}</p>`}
    <input
      id="${name}"
      name="${name}"
      value="${typed.values[name]}"
      autocomplete="off"
      ${!optional && html`required`}
      ${inputmode && html`inputmode="${inputmode}"`}
      ${error && html`aria-invalid="true" autofocus`}
      ${isFirst && !error && !view.isPhone && Object.keys(typed.errors).length === 0 && html`autofocus`}
      ${note && html`aria-describedby="${name}-note"`}
      ${choices.length > 0 && html`list="${name}-choices"`}
    />
    ${
      choices.length > 0 &&
      html`<datalist id="${name}-choices">
        ${choices.map((choice) => html`<option value="${choice}"></option>`)}
      </datalist>`
    }
  </div>`;
}

/** A labelled choice of a few. */
export function select<Field extends string>(
  view: CabinetView,
  typed: Typed<Field>,
  { name, label, hint, options }: SelectLook<Field>,
): Markup {
  const error = errorOf(view, typed, name);
  const note = error ?? hint;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${note && html`<p class="note" id="${name}-note" ${error && html`data-faulty`}>${note}</p>`}
    <select
      id="${name}"
      name="${name}"
      ${error && html`aria-invalid="true" autofocus`}
      ${note && html`aria-describedby="${name}-note"`}
    >
      ${options.map(
        ([value, words]) =>
          html`<option value="${value}" ${typed.values[name] === value && html`selected`}>${words}</option>`,
      )}
    </select>
  </div>`;
}

interface SelectLook<Field> {
  name: Field;
  label: string;
  hint?: string;
  options: readonly (readonly [string, string])[];
}

interface FieldLook<Field> {
  name: Field;
  label: string;
  hint?: string;
  inputmode?: string;
  optional?: boolean;
  /** Values to choose from; others can be typed. */
  choices?: readonly string[];
  /** In focus when the page opens. */
  isFirst?: boolean;
}
