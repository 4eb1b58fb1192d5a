import type { SettingValue } from '#contract/company/settings.ts';
import type { Variant } from '#contract/kernel/variants.ts';
import { ibanOf, withCheckDigit } from '../names/codes.ts';

interface Seller {
  company: SettingValue<'company_details'>;
  supportEmail: string;
  supportPhone: string;
}

/** The company that sells in the demo; where a variant sells. */
export const sellers: Record<Variant, Seller> = {
  ua: {
    supportEmail: 'support@kasa.example',
    supportPhone: '+380 44 000 00 00',
    company: {
      name: 'ТОВ «Каса Онлайн»',
      code: withCheckDigit('ua', 'legal', '9000000'),
      bank: 'АТ «Дніпро Банк»',
      mfo: '300001',
      account: ibanOf('UA', '3000010000026001234567890'),
      address: '01001, м. Київ, вул. Садова, 1',
      vat_number: '',
      director: 'Коваленко І. П.',
      tax_note: 'Платник єдиного податку третьої групи',
    },
  },
  lt: {
    supportEmail: 'pagalba@kasa.example',
    supportPhone: '+370 5 200 0000',
    company: {
      name: 'UAB „Kasa internetu“',
      code: withCheckDigit('lt', 'legal', '90500000'),
      bank: 'AB „Nemuno bankas“',
      mfo: '',
      account: ibanOf('LT', '7090012345678901'),
      address: 'Sodų g. 1, LT-01103 Vilnius',
      vat_number: '',
      director: 'R. Kazlauskas',
      tax_note: 'Ne PVM mokėtoja',
    },
  },
};
