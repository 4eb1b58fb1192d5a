import { useInvalidate, useList } from '@refinedev/core';
import { App, Form, Input, Modal, Segmented, Select } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminSettingsApi } from '#contract/admin-settings-api.ts';
import { type OfferInput, offerInput, type OfferVersion } from '#contract/offer.ts';
import { limits } from '#contract/primitives.ts';
import { OfferText } from '#web/resources/settings/offer-cells.tsx';
import { useAdmin } from '#web/ui/admin-context.ts';
import { draftNameOf, useKeptDraft } from '#web/ui/form/kept-draft.ts';
import { useSubmit } from '#web/ui/form/use-submit.ts';

/** Publishes the next version in a language, beginning with the text in force. */
export default function OfferDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { config, http } = useAdmin();
  const { notification } = App.useApp();
  const invalidate = useInvalidate();
  const [form] = Form.useForm<OfferInput>();
  const [look, setLook] = useState<'write' | 'preview'>('write');
  const [isTouched, setTouched] = useState(false);
  const written = Form.useWatch([], form);
  const { result } = useList<OfferVersion>({
    resource: 'offer',
    meta: { listQuery: { limit: 20, filters: [{ field: 'current', op: 'eq', value: '1' }] } },
    errorNotification: false,
  });
  const inForce = result.data.find(({ locale }) => locale === (written?.locale ?? config.defaultLocale));
  const { title, body } = inForce ?? {};
  // What was typed stays when the language is changed.
  useEffect(() => {
    if (!isTouched) form.setFieldsValue({ title: title ?? '', body: body ?? '' });
  }, [form, isTouched, title, body]);

  useKeptDraft({
    name: draftNameOf('offer', undefined),
    form,
    initial: { locale: written?.locale, title: title ?? '', body: body ?? '' },
    onBack: () => setTouched(true),
  });
  const { submit, sending, failure } = useSubmit({
    form,
    schema: offerInput,
    fields: ['locale', 'title', 'body'],
    send: async (input) => {
      const { data } = await http.call(adminSettingsApi.publishOffer, { body: input });
      notification.success({ message: t('offer.published', { version: data.version }) });
      onClose();
      await invalidate({ resource: 'offer', invalidates: ['list'] });
    },
  });

  return (
    <Modal
      open
      title={t('offer.new')}
      okText={t('offer.publish')}
      cancelText={t('actions.cancel')}
      confirmLoading={sending}
      onOk={() => {
        setLook('write');
        form.submit();
      }}
      onCancel={onClose}
      // A long text is not lost by a click beside it, nor by a key.
      maskClosable={!isTouched}
      keyboard={!isTouched}
      width={760}
      centered
    >
      <p className="muted">{t('offer.help')}</p>
      <Segmented
        aria-label={t('offer.new')}
        value={look}
        onChange={setLook}
        options={(['write', 'preview'] as const).map((value) => ({ value, label: t(`offer.look.${value}`) }))}
      />
      <Form<OfferInput>
        form={form}
        layout="vertical"
        className="offer-form"
        hidden={look === 'preview'}
        initialValues={{ locale: config.defaultLocale, title: '', body: '' }}
        onValuesChange={(changed) => {
          if (!('locale' in changed)) setTouched(true);
        }}
        onFinish={submit}
      >
        <Form.Item name="locale" label={t('offer.fields.locale')}>
          <Select
            options={config.locales.map((locale) => ({ value: locale, label: t(`languages.${locale}`) }))}
          />
        </Form.Item>
        <Form.Item name="title" label={t('offer.fields.title')}>
          <Input autoComplete="off" />
        </Form.Item>
        <Form.Item name="body" label={t('offer.fields.body')}>
          <Input.TextArea count={{ show: true, max: limits.offer.max }} rows={12} />
        </Form.Item>
        {failure && (
          <p className="failure" role="alert">
            {failure}
          </p>
        )}
      </Form>
      {look === 'preview' && written && <OfferText {...written} />}
    </Modal>
  );
}
