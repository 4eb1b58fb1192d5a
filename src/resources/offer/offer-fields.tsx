import { useList } from '@refinedev/core';
import { Form, Input, Segmented, Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OfferVersion } from '#contract/entities/offer.ts';
import { limits } from '#contract/kernel/primitives.ts';
import { localeOf } from '#contract/kernel/variants.ts';
import { isSame } from '#web/ui/admin/form/draft/form-draft.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import type { ControlProps } from '#web/ui/admin/resource/define-resource.ts';
import { OfferText } from './offer-cells.tsx';

/**
 * The language of a version. Its text starts as a copy of the current one; typed text stays when the language or the
 * kind is changed.
 */
export function OfferLocale({ id, value, onChange }: ControlProps) {
  const { t } = useTranslation();
  const { config } = useAdmin();
  const form = Form.useFormInstance();
  const kind: unknown = Form.useWatch('kind');
  const filled = useRef({ title: '', body: '' });
  const { result } = useList<OfferVersion>({
    resource: 'offer',
    meta: { listQuery: { limit: 20, filters: [{ field: 'current', op: 'eq', value: '1' }] } },
    errorNotification: false,
  });
  const { title = '', body = '' } =
    result.data.find((version) => version.kind === kind && version.locale === value) ?? {};
  useEffect(() => {
    if (!isSame(form.getFieldsValue(['title', 'body']), filled.current)) return;
    filled.current = { title, body };
    form.setFieldsValue({ title, body });
  }, [form, title, body]);
  return (
    <Select
      id={id}
      value={value}
      onChange={onChange}
      options={config.locales.map((locale) => ({ value: locale, label: t(`languages.${locale}`) }))}
    />
  );
}

/** The text of a version, to edit or as customers will see it. */
export function OfferWriting({ id, value, onChange }: ControlProps) {
  const { t } = useTranslation();
  const [look, setLook] = useState<'write' | 'preview'>('write');
  const { errors } = Form.Item.useStatus();
  const title: unknown = Form.useWatch('title');
  const locale: unknown = Form.useWatch('locale');
  const written = typeof value === 'string' ? value : '';
  // An error message belongs to the editable text.
  const isWriting = look === 'write' || errors.length > 0;
  return (
    <>
      <Segmented
        aria-label={t('offer.new')}
        value={isWriting ? 'write' : 'preview'}
        onChange={setLook}
        options={(['write', 'preview'] as const).map((one) => ({
          value: one,
          label: t(`offer.look.${one}`),
        }))}
      />
      {isWriting ? (
        <Input.TextArea
          {...(id !== undefined && { id })}
          className="offer-writing"
          count={{ show: true, max: limits.offer.max }}
          rows={12}
          value={written}
          onChange={({ target }) => onChange?.(target.value)}
        />
      ) : (
        <OfferText locale={localeOf(String(locale)) ?? 'en'} title={String(title ?? '')} body={written} />
      )}
    </>
  );
}
