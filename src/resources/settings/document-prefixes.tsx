import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { documentKinds } from '#contract/entities/document.ts';

/** Each kind of document has a beginning of its own. */
export const prefixPlaces = documentKinds;

/** What the numbers of documents begin with, kind by kind. */
export function DocumentPrefixes({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <div className="setting-texts">
      {prefixPlaces.map((kind) => (
        <Form.Item key={kind} name={[name, kind]} label={t(`settings.prefixes.${kind}`)}>
          <Input autoComplete="off" />
        </Form.Item>
      ))}
    </div>
  );
}
