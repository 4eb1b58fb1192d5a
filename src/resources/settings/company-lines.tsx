import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { isMistypedIban } from '#contract/money/iban.ts';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

/** The lines of `company_details`, in the order of a document. */
export const companyPlaces = [
  'name',
  'code',
  'vat_number',
  'bank',
  'mfo',
  'account',
  'address',
  'director',
  'tax_note',
] as const;

/** What stands on documents, and where clients pay to. */
export function CompanyLines({ name }: { name: string }) {
  const { t } = useTranslation();
  const account = Form.useWatch<string | undefined>([name, 'account']);
  const isMistyped = isMistypedIban(account ?? '');
  return (
    <div className="setting-texts">
      {companyPlaces.map((one) => (
        <Form.Item
          key={one}
          name={[name, one]}
          label={t(declaredKey(`settings.company.${one}`))}
          {...(one === 'account' &&
            isMistyped && { extra: <span role="status">{t('settings.company.ibanWrong')}</span> })}
        >
          {one === 'address' ? <Input.TextArea rows={2} /> : <Input autoComplete="off" />}
        </Form.Item>
      ))}
    </div>
  );
}
