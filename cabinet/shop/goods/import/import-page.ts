import { spokenParams } from '#contract/issues.ts';
import { currencySign } from '#contract/money/money-text.ts';
import { money, number } from '../../../format.ts';
import { html, type Markup } from '../../../html.ts';
import { cabinetLayout, type CabinetView, formToken } from '../../../pages/cabinet-layout.ts';
import { once } from '../../forms.ts';
import type { Goods, GoodsInput } from '../goods.ts';
import type { FileFault } from './read-goods-file.ts';

const mostFaults = 20;
const mostLines = 10;

/** A file's line with the item that it changes; without one it is a new item. */
export interface ImportLine {
  id: string;
  input: GoodsInput;
  known: Goods | undefined;
}

/** The form for a file, with what was wrong with the last one. */
export function importPage(view: CabinetView, faults: readonly FileFault[]): Markup {
  const { t, readOnly, entitlements } = view;
  const columns = ['name', 'price', 'quantity', 'code'].map((field) => t(`goods.${field}`)).join(', ');
  return cabinetLayout(view, {
    title: t('goods.import'),
    isNarrow: true,
    main: html`<p><a href="/goods">${t('goods.back')}</a></p>
      <h1>${t('goods.import')}</h1>
      ${faults.length > 0 && faultList(view, faults)}
      ${
        readOnly
          ? html`<p class="muted">${t(`forbidden.${readOnly}`)}</p>`
          : html`<p>
                ${t('import.lead', { columns, currency: currencySign(view.locale, entitlements.currency) })}
              </p>
              <p>
                <a href="/goods/sample.csv" download>${t('import.sample')}</a>
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
                    accept=".csv,.txt,text/csv"
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

function faultList({ t, locale }: CabinetView, faults: readonly FileFault[]): Markup {
  return html`<div class="notice danger" role="alert">
    <div>
      <p><strong>${t('import.refused')}</strong></p>
      <ul>
        ${faults.slice(0, mostFaults).map(({ line, field, refusal }) => {
          const text = t(refusal.key, spokenParams(refusal, locale));
          if (line === undefined || !field) return html`<li>${text}</li>`;
          return html`<li>${t('import.line', { line, field: t(`goods.${field}`), text })}</li>`;
        })}
      </ul>
      ${faults.length > mostFaults && html`<p>${t('import.more', { number: number(faults.length - mostFaults, locale) })}</p>`}
    </div>
  </div>`;
}

/** What confirming would do. */
export function previewPage(view: CabinetView, { id, lines }: { id: string; lines: ImportLine[] }): Markup {
  const { t, locale, entitlements } = view;
  const { currency } = entitlements;
  const changed = lines.filter(({ known }) => known).length;
  const counts = { added: number(lines.length - changed, locale), changed: number(changed, locale) };
  return cabinetLayout(view, {
    title: t('goods.import'),
    isNarrow: true,
    main: html`<h1>${t('import.check')}</h1>
      <p>${t('import.counts', counts)}</p>
      <table class="list">
        <thead>
          <tr>
            <th scope="col">${t('goods.name')}</th>
            <th scope="col" class="right">${t('goods.price')}</th>
            <th scope="col" class="right">${t('goods.quantity')}</th>
          </tr>
        </thead>
        <tbody>
          ${lines.slice(0, mostLines).map(
            ({ input, known }) =>
              html`<tr>
                <th scope="row">
                  ${input.name} <span class="tag">${t(known ? 'import.isChanged' : 'import.isNew')}</span>
                  ${input.code !== null && html`<span class="code">${input.code}</span>`}
                </th>
                <td class="right" data-label="${t('goods.price')}">
                  ${money(input.price, { currency, locale })}
                </td>
                <td class="right" data-label="${t('goods.quantity')}">${number(input.quantity, locale)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      ${lines.length > mostLines && html`<p class="muted">${t('import.more', { number: number(lines.length - mostLines, locale) })}</p>`}
      <form class="actions start" method="post" action="/goods/import/confirm">
        ${formToken(view)}<input type="hidden" name="id" value="${id}" />
        <button class="button">${t('import.confirm')}</button>
        <a class="quiet" href="/goods/import">${t('import.other')}</a>
      </form>`,
  });
}
