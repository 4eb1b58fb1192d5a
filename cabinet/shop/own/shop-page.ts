import { money } from '../../format.ts';
import { locales, localeOf } from '#contract/kernel/variants.ts';
import { html, type Markup } from '../../html.ts';
import { cabinetLayout, type CabinetView, formToken } from '../../pages/cabinet-layout.ts';
import { languageNames, translator } from '../../texts.ts';
import { cashSteps } from '../drawer/rounded-cash.ts';
import { input, mistakes, select, type Typed } from '../forms.ts';
import { moneyKinds } from '../sales/ways-to-pay.ts';
import { sellerCode } from './receipt-choices.ts';
import { answers, type ShopField, shopFields } from './shop-facts.ts';

/** The form with what stands on every receipt, and what the till and the home page go by. */
export function shopPage(view: CabinetView, typed: Typed<ShopField>, { isSaved = false } = {}): Markup {
  const { t, readOnly, session } = view;
  return cabinetLayout(view, {
    title: t('shop.title'),
    isNarrow: true,
    main: html`<h1>${t('shop.title')}</h1>
      ${isSaved && html`<p class="notice success" role="status">${t('shop.saved')}</p>`}
      ${mistakes(view, typed, { fields: shopFields, labelOf: (name) => t(`shop.${name}`) })}
      ${readOnly ? html`<p class="muted">${t(`forbidden.${readOnly}`)}</p>` : formOf(view, typed)}
      ${!session.acting_user && cashiers(view)}`,
  });
}

/** Who works here is invited on the platform, whose pages about the customer are not for colleagues. */
function cashiers({ t, publicUrl }: CabinetView): Markup {
  return html`<section class="card" aria-labelledby="cashiers">
    <h2 id="cashiers">${t('shop.cashiers')}</h2>
    <p class="muted">${t('shop.cashiersText')}</p>
    <p class="actions start">
      <a class="quiet" href="${publicUrl}/account/members">${t('shop.invite')}</a>
    </p>
  </section>`;
}

function formOf(view: CabinetView, typed: Typed<ShopField>): Markup {
  const { t, locale, entitlements } = view;
  const text = (name: ShopField, more: { hint?: string; inputmode?: string } = {}) =>
    input(view, typed, { name, label: t(`shop.${name}`), optional: true, ...more });
  const yesOrNo = (name: ShopField, hint: string) =>
    select(view, typed, {
      name,
      label: t(`shop.${name}`),
      hint,
      options: answers.map((answer) => [answer, t(`shop.${answer}`)]),
    });
  return html`<form class="card form" method="post" action="/shop" novalidate>
    ${formToken(view)}
    <h2>${t('shop.onReceipt')}</h2>
    ${text('name', { hint: t('shop.nameHint', { name: entitlements.client.name }) })} ${text('address')}
    ${text('phone', { inputmode: 'tel' })}
    ${text('thanks', { hint: t('shop.thanksHint', { text: translator(localeOf(typed.values.language) ?? locale)('receipt.thanks') }) })}
    ${select(view, typed, {
      name: 'language',
      label: t('shop.language'),
      hint: t('shop.languageHint'),
      options: locales.map((one) => [one, languageNames[one]]),
    })}
    ${entitlements.client.type === 'individual' && yesOrNo('printCode', t('shop.printCodeHint', { code: sellerCode(view) }))}
    <h2>${t('shop.atWork')}</h2>
    <fieldset class="field choice">
      <legend>${t('shop.pay')}</legend>
      <div class="pay">
        ${moneyKinds.map(
          (way) =>
            html`<label
              ><input
                type="radio"
                name="pay"
                value="${way}"
                ${typed.values.pay === way && html`checked`}
              />${t(`sale.${way}`)}</label
            >`,
        )}
      </div>
    </fieldset>
    ${text('few', { hint: t('shop.fewHint'), inputmode: 'numeric' })}
    ${entitlements.features.includes('sales.discounts') && text('mostDiscount', { hint: t('shop.mostDiscountHint'), inputmode: 'numeric' })}
    ${yesOrNo('cashierUndo', t('shop.cashierUndoHint'))}
    ${select(view, typed, {
      name: 'cashStep',
      label: t('shop.cashStep'),
      hint: t('shop.cashStepHint'),
      options: cashSteps.map((step) => [
        String(step),
        step === 1 ? t('shop.notRounded') : money(step, { currency: entitlements.currency, locale }),
      ]),
    })}
    <div class="actions start">
      <button class="button">${t('goods.saveChanges')}</button>
      <a class="quiet" href="/">${t('cancel')}</a>
    </div>
  </form>`;
}
