import { expect, it } from 'vitest';
import { isolated } from '#contract/contact/right-to-left.ts';
import { translate } from '#server/kernel/messages.ts';
import { translator } from '#cabinet/texts.ts';

const hebrew = 'מאפייה (תל אביב)';
const arabic = 'مخبز الحي';

it.each([hebrew, arabic])('isolates a name that is written from right to left: %s', (name) => {
  expect(isolated(name)).toBe(`\u2068${name}\u2069`);
});

it.each(['Пекарня «Ранок»', 'UAB „Rytas“', 'Bäckerei & Söhne', '+380 67 123 45 67', '', 12])(
  'leaves others as they are: %s',
  (value) => expect(isolated(value)).toBe(String(value)),
);

it('isolates it within a sentence of an email, of a page, and of the cabinet', () => {
  expect(translate('en', 'dataExport.title', { name: hebrew, product: 'Tenantry' })).toBe(
    `All data of \u2068${hebrew}\u2069 in Tenantry`,
  );
  expect(translator('en')('goods.sellOne', { name: arabic })).toContain(`\u2068${arabic}\u2069`);
});
