import { Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { clientFieldLimits, type FieldOption } from '#contract/client-fields/client-field.ts';
import { catalogueName } from '#contract/catalogue/names.ts';
import { locales } from '#contract/kernel/variants.ts';
import { namesOf } from './names-fields.tsx';
import { CrossIcon, DownIcon, UpIcon } from '#web/ui/admin/kit/icons.tsx';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import type { FormField } from '#web/ui/admin/resource/define-resource.ts';
import './options-field.css';

const places = ['key', ...locales.map((locale) => `translations.${locale}.name`)];

/** The options of a choice, in order; the same option may be named in each language. */
export const optionsField: FormField = {
  name: 'options',
  group: 'options',
  kind: 'part',
  part: OptionsFields,
  unlabelled: true,
  places: Array.from({ length: clientFieldLimits.options.max }, (_, at) =>
    places.map((place) => `${at}.${place}`),
  ).flat(),
  isOne: true,
  typed: (options) =>
    ((options ?? []) as FieldOption[]).map(({ key, translations }) => typedOption(key, translations)), // by the contract
  sent: (typed) => typed ?? [],
  shown: (options) => ((options ?? []) as { key: string }[]).map(({ key }) => key).join(', '), // typed above
};

function typedOption(key: string, translations: unknown = {}) {
  return { key, translations: namesOf(translations) };
}

function OptionsFields({ name }: { name: string }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const kind: unknown = Form.useWatch('kind', { form, preserve: true });
  if (kind !== 'choice') return null;
  return (
    <div role="group" aria-labelledby="field-options">
      <div id="field-options" className="field-options-title">
        {t('client_fields.fields.options')}
      </div>
      <Form.List name={name}>
        {(rows, { add, remove, move }) => (
          <ol className="field-options">
            {rows.map((row, at) => (
              <li key={row.key}>
                <Option
                  at={row.name}
                  place={at + 1}
                  onEarlier={at === 0 ? null : () => move(at, at - 1)}
                  onLater={at === rows.length - 1 ? null : () => move(at, at + 1)}
                  onRemove={() => remove(at)}
                />
              </li>
            ))}
            <li>
              <Button
                disabled={rows.length >= clientFieldLimits.options.max}
                onClick={() => add(typedOption(freeKey(form.getFieldValue(name))))}
              >
                {t('client_fields.option.add')}
              </Button>
            </li>
          </ol>
        )}
      </Form.List>
    </div>
  );
}

/** One option: its name in the default language and its key, what can be done with it, and its other names. */
function Option({
  at,
  place,
  onEarlier,
  onLater,
  onRemove,
}: {
  at: number;
  place: number;
  onEarlier: (() => void) | null;
  onLater: (() => void) | null;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const { defaultLocale } = useAdmin().config;
  const language = t(`languages.${defaultLocale}`);
  const labelled = (act: 'earlier' | 'later' | 'remove') => ({
    type: 'text' as const,
    'aria-label': t(`client_fields.option.${act}`, { place }),
  });
  return (
    <>
      <div className="field-option">
        <Form.Item name={[at, 'translations', defaultLocale, 'name']}>
          <Input
            autoComplete="off"
            lang={defaultLocale}
            maxLength={catalogueName.max}
            placeholder={language}
            aria-label={t('client_fields.option.name', { place, language })}
          />
        </Form.Item>
        <Form.Item name={[at, 'key']}>
          <Input
            autoComplete="off"
            maxLength={clientFieldLimits.key.max}
            placeholder={t('client_fields.fields.key')}
            aria-label={t('client_fields.option.key', { place })}
          />
        </Form.Item>
        <span className="field-option-acts">
          <Button
            {...labelled('earlier')}
            icon={<UpIcon />}
            disabled={!onEarlier}
            onClick={() => onEarlier?.()}
          />
          <Button
            {...labelled('later')}
            icon={<DownIcon />}
            disabled={!onLater}
            onClick={() => onLater?.()}
          />
          <Button {...labelled('remove')} danger icon={<CrossIcon />} onClick={onRemove} />
        </span>
      </div>
      <details>
        <summary>{t('client_fields.option.others')}</summary>
        <div className="field-option-names">
          {locales
            .filter((locale) => locale !== defaultLocale)
            .map((locale) => (
              <Form.Item
                key={locale}
                name={[at, 'translations', locale, 'name']}
                label={t(`languages.${locale}`)}
              >
                <Input autoComplete="off" lang={locale} maxLength={catalogueName.max} />
              </Form.Item>
            ))}
        </div>
      </details>
    </>
  );
}

/** A key that no option has yet; it can be changed. */
function freeKey(options: unknown): string {
  const taken = new Set(((options ?? []) as { key?: string }[]).map(({ key }) => key)); // typed above
  let number = taken.size + 1;
  while (taken.has(`option_${number}`)) number += 1;
  return `option_${number}`;
}
