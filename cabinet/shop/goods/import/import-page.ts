import { spokenParams } from '#contract/kernel/issues.ts';
import { currencySign } from '#contract/money/money-text.ts';
import { money, number } from '../../../format.ts';
import { html, type Markup } from '../../../html.ts';
import { cabinetLayout, type CabinetView, formToken } from '../../../pages/cabinet-layout.ts';
import { once, pageOf, paging } from '../../forms.ts';
import { fileFields, type Goods, goodsFields, type GoodsInput } from '../goods.ts';
import { perUnit, quantityText } from '../quantity.ts';
import type { FileFault, ReadFile } from './read-goods-file.ts';

const mostFaults = 2000;
const linesOnPage = 50;
/** Of a wrong value, as much as is quoted. */
const quoted = 40;

/** A file's line with the item that it changes; without one it is a new item. */
export interface ImportLine {
  id: string;
  input: GoodsInput;
  known: Goods | undefined;
  /** For a new item: one that has its name already, with another code or none. */
  namesake?: Goods | undefined;
}

/** The lines without a fault, kept under an id. */
interface Right {
  id: string;
  count: number;
}

/** The form for a file, with what was wrong with the last one, and how many of its lines are right. */
export function importPage(
  view: CabinetView,
  { faults, ignored }: Pick<ReadFile, 'faults' | 'ignored'> = { faults: [], ignored: [] },
  right: Right = { id: '', count: 0 },
): Markup {
  const { t, readOnly, entitlements } = view;
  const columns = fileFields.map((field) => t(`goods.${field}`)).join(', ');
  return cabinetLayout(view, {
    title: t('goods.import'),
    isNarrow: true,
    main: html`<p><a href="/goods">${t('goods.back')}</a></p>
      <h1>${t('goods.import')}</h1>
      ${faults.length > 0 && faultList(view, faults, right)} ${notRead(view, ignored)}
      ${
        readOnly
          ? html`<p class="muted">${t(`forbidden.${readOnly}`)}</p>`
          : html`<p>
                ${t('import.lead', { columns, currency: currencySign(view.locale, entitlements.currency) })}
              </p>
              <ul>
                ${(['known', 'needs', 'blank', 'stock', 'dash'] as const).map((rule) => html`<li>${t(`import.${rule}`)}</li>`)}
              </ul>
              <p>
                <a href="/goods/sample.xlsx" download>${t('import.sample')}</a>
              </p>
              <form class="card form" method="post" action="/goods/import" enctype="multipart/form-data">
                ${formToken(view)}${once()}
                <div class="field file">
                  <strong id="file-label">${t('import.file')}</strong>
                  <p class="note" id="file-note">${t('import.hint')}</p>
                  <input
                    id="file"
                    type="file"
                    name="file"
                    accept=".xlsx,.csv,.txt,text/csv"
                    required
                    aria-labelledby="file-label file-choose"
                    aria-describedby="file-note"
                  />
                  <label class="quiet" id="file-choose" for="file">${t('import.choose')}</label>
                </div>
                <div class="actions start">
                  <button class="button">${t('import.read')}</button>
                  <a class="quiet" href="/goods">${t('cancel')}</a>
                </div>
              </form>`
      }`,
  });
}

function faultList({ t, locale }: CabinetView, faults: readonly FileFault[], { id, count }: Right): Markup {
  return html`<div class="notice danger" role="alert">
    <div>
      <p><strong>${t('import.refused')}</strong></p>
      <ul class="faults" tabindex="0">
        ${faults.slice(0, mostFaults).map(({ line, field, value = '', refusal }) => {
          const text = t(refusal.key, spokenParams(refusal, locale));
          if (line === undefined || !field) return html`<li>${text}</li>`;
          const cut = value.length > quoted ? `${value.slice(0, quoted)}…` : value;
          const key = cut === '' ? 'import.line' : 'import.lineWith';
          return html`<li>${t(key, { line, field: t(`goods.${field}`), value: cut, text })}</li>`;
        })}
      </ul>
      ${faults.length > mostFaults && html`<p>${t('import.more', { number: number(faults.length - mostFaults, locale) })}</p>`}
      ${
        count > 0 &&
        html`<p>
          <a class="quiet" href="/goods/import?id=${id}"
            >${t('import.onlyRight', { number: number(count, locale) })}</a
          >
        </p>`
      }
    </div>
  </div>`;
}

/** The columns that no line has anything of. */
function notRead({ t }: CabinetView, ignored: readonly string[]): Markup | false {
  if (ignored.length === 0) return false;
  return html`<div class="notice warning">
    <p>${t('import.notRead', { columns: ignored.join(', ') })}</p>
  </div>`;
}

type Effect = 'isNew' | 'isChanged' | 'isSame';

function effectOf({ input, known }: ImportLine): Effect {
  if (!known) return 'isNew';
  const isSame = goodsFields.every((field) => input[field] === known[field]);
  return isSame ? 'isSame' : 'isChanged';
}

/** What a value replaces. */
function before(was: string | undefined, is: string): Markup | false {
  return was !== undefined && was !== is && html`<span class="muted"><bdi>${was}</bdi> → </span>`;
}

/** What confirming would do, in pages. */
export function previewPage(
  view: CabinetView,
  {
    id,
    lines,
    ignored,
    query,
  }: { id: string; lines: ImportLine[]; ignored: string[]; query: URLSearchParams },
): Markup {
  const { t, locale, entitlements } = view;
  const { currency } = entitlements;
  const priceOf = ({ price, unit }: GoodsInput) => money(price, { currency, locale }) + perUnit(unit, t);
  const quantityOf = (item: GoodsInput) => quantityText(item, view);
  const count = (wanted: Effect) => lines.filter((line) => effectOf(line) === wanted).length;
  const counts = { added: number(count('isNew'), locale), changed: number(count('isChanged'), locale) };
  const same = count('isSame');
  const pages = Math.max(1, Math.ceil(lines.length / linesOnPage));
  const current = pageOf(query, pages);
  return cabinetLayout(view, {
    title: t('goods.import'),
    isNarrow: true,
    main: html`<h1>${t('import.check')}</h1>
      <p>
        ${t('import.counts', counts)} ${same > 0 && t('import.unchanged', { number: number(same, locale) })}
      </p>
      ${notRead(view, ignored)}
      <table class="list">
        <thead>
          <tr>
            <th scope="col">${t('goods.name')}</th>
            <th scope="col" class="right">${t('goods.price')}</th>
            <th scope="col" class="right">${t('goods.quantity')}</th>
          </tr>
        </thead>
        <tbody>
          ${lines.slice((current - 1) * linesOnPage, current * linesOnPage).map((line) => {
            const { input, known } = line;
            return html`<tr>
              <th scope="row">
                ${before(known?.name, input.name)}<bdi>${input.name}</bdi>
                <span class="tag">${t(`import.${effectOf(line)}`)}</span>
                ${codeOf(line)} ${detailsOf(view, line)} ${namesakeOf(view, line)}
              </th>
              <td class="right" data-label="${t('goods.price')}">
                ${before(known && priceOf(known), priceOf(input))}${priceOf(input)}
              </td>
              <td class="right" data-label="${t('goods.quantity')}">
                ${before(known && quantityOf(known), quantityOf(input))}${quantityOf(input)}
              </td>
            </tr>`;
          })}
        </tbody>
      </table>
      ${pages > 1 && paging(view, { current, pages }, (wanted) => `/goods/import?${new URLSearchParams({ id, page: String(wanted) })}`)}
      <form class="actions start" method="post" action="/goods/import/confirm">
        ${formToken(view)}<input type="hidden" name="id" value="${id}" />
        ${same < lines.length && html`<button class="button">${t('import.confirm')}</button>`}
        <a class="quiet" href="/goods/import">${t('import.other')}</a>
      </form>`,
  });
}

/** The code of a new item, or what becomes of it. */
function codeOf({ input, known }: ImportLine): Markup | false {
  if (input.code === null && (known?.code ?? null) === null) return false;
  const is = input.code ?? '–';
  return html`<span class="code">${before(known && (known.code ?? '–'), is)}${is}</span>`;
}

/** Two items of one name are seldom meant. */
function namesakeOf({ t }: CabinetView, { namesake }: ImportLine): Markup | false {
  if (!namesake) return false;
  const { code } = namesake;
  return html`<p class="note" data-faulty>
    ${code === null ? t('import.namesakeBare') : t('import.namesake', { code })}
  </p>`;
}

/** Category, purchase price and limit of a new item, or what becomes of them. */
function detailsOf(view: CabinetView, { input, known }: ImportLine): Markup[] {
  const { t, locale, entitlements } = view;
  const { currency } = entitlements;
  const texts = {
    category: (item: GoodsInput) => item.category,
    cost: (item: GoodsInput) => item.cost !== null && money(item.cost, { currency, locale }),
    few: (item: GoodsInput) => item.few !== null && quantityText({ ...item, quantity: item.few }, view),
  };
  return (['category', 'cost', 'few'] as const)
    .filter((field) => input[field] !== (known?.[field] ?? null))
    .map((field) => {
      const is = texts[field](input) || '–';
      const was = known && (texts[field](known) || '–');
      return html`<span class="code">${t(`goods.${field}`)}: ${before(was, is)}<bdi>${is}</bdi></span>`;
    });
}
