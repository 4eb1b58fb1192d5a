import { Alert, App, Button, Form, Input, Popconfirm } from 'antd';
import { type ComponentRef, type Ref, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type EmailTemplate, templateLimits } from '#contract/panel/email-template.ts';
import { emailTemplateApi } from '#contract/routes/panel/email-template.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { errorText } from '#web/providers/i18n.ts';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';
import { useUnsaved } from '#web/ui/admin/form/unsaved-changes.tsx';
import { Hint } from '#web/ui/admin/kit/hint.tsx';
import { useMay } from '#web/ui/admin/resource/admin-context.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { TemplatePreview } from './template-preview.tsx';
import { usePreview } from './use-preview.ts';

interface Words {
  subject: string;
  body: string;
}

/** Subject and Markdown of an email, its variables, and what it looks like as it is typed. */
export function TemplateForm({ template, onChange }: { template: EmailTemplate; onChange: () => void }) {
  const { t } = useTranslation();
  const { kind, locale, state, variables } = template;
  const [words, setWords] = useState<Words>({
    subject: template.subject,
    body: template.body,
  });
  const [isDirty, setDirty] = useUnsaved('emailTemplate');
  const area = useRef<ComponentRef<typeof Input.TextArea>>(null);
  const may = useMay()(emailTemplateApi.changeEmailTemplate);
  const [clientId, setClientId] = useState<string | null>(null);
  const { preview, faults } = usePreview({ kind, locale, ...words, client_id: clientId });
  const writes = useTemplateWrites(template, { setDirty, onChange });
  const change = (changes: Partial<Words>) => {
    const next = { ...words, ...changes };
    setWords(next);
    setDirty(next.subject !== template.subject || next.body !== template.body);
  };

  function insert(name: string): void {
    const field = area.current?.resizableTextArea?.textArea;
    const [start, end] = [
      field?.selectionStart ?? words.body.length,
      field?.selectionEnd ?? words.body.length,
    ];
    change({
      body: `${words.body.slice(0, start)}{{${name}}}${words.body.slice(end)}`,
    });
    field?.focus();
  }

  return (
    <div className="panels template">
      <section className="panel">
        <BuiltInNote template={template} />
        <Form layout="vertical" disabled={!may.allowed} onFinish={() => void writes.save(words)}>
          <WordsFields words={words} faults={faults} locale={locale} area={area} onChange={change} />
          <Variables variables={variables} mayInsert={may.allowed} onInsert={insert} />
          <FormFailure text={writes.failure} />
          <div className="template-acts">
            <Hint text={may.reason}>
              <Button
                type="primary"
                htmlType="submit"
                loading={writes.isSending}
                disabled={!may.allowed || !(isDirty || state === 'outdated')}
              >
                {t('actions.save')}
              </Button>
            </Hint>
            <Button onClick={() => void writes.test(words)}>{t('emailTemplates.test')}</Button>
            {template.updated_at !== null && <BackToBuiltIn onReset={() => void writes.reset()} />}
          </div>
        </Form>
      </section>
      <TemplatePreview preview={preview} locale={locale} clientId={clientId} onClient={setClientId} />
    </div>
  );
}

/** That own words are out of date or can't be sent, with the built-in text to compare. */
function BuiltInNote({ template: { state, locale, built_in } }: { template: EmailTemplate }) {
  const { t } = useTranslation();
  if (state !== 'outdated' && state !== 'broken') return null;
  return (
    <Alert
      type="warning"
      showIcon
      message={t(`emailTemplates.notes.${state}`)}
      description={
        <details>
          <summary>{t('emailTemplates.builtIn')}</summary>
          <pre className="email-text" lang={locale}>
            {`${built_in.subject}\n\n${built_in.body}`}
          </pre>
        </details>
      }
    />
  );
}

function WordsFields({
  words,
  faults,
  locale,
  area,
  onChange,
}: {
  words: Words;
  faults: Record<string, string>;
  locale: string;
  area: Ref<ComponentRef<typeof Input.TextArea>>;
  onChange: (changes: Partial<Words>) => void;
}) {
  const { t } = useTranslation();
  const faultAt = (field: keyof Words) => ({
    validateStatus: faults[field] ? ('error' as const) : ('' as const),
    help: faults[field],
  });
  return (
    <>
      <Form.Item label={t('emails.fields.subject')} htmlFor="template-subject" {...faultAt('subject')}>
        <Input
          id="template-subject"
          lang={locale}
          autoComplete="off"
          maxLength={templateLimits.subject.max}
          value={words.subject}
          onChange={({ target }) => onChange({ subject: target.value })}
        />
      </Form.Item>
      <Form.Item
        label={t('emailTemplates.body')}
        htmlFor="template-body"
        extra={t('emailTemplates.bodyHelp')}
        {...faultAt('body')}
      >
        <Input.TextArea
          id="template-body"
          ref={area}
          lang={locale}
          rows={18}
          maxLength={templateLimits.body.max}
          value={words.body}
          onChange={({ target }) => onChange({ body: target.value })}
        />
      </Form.Item>
    </>
  );
}

function BackToBuiltIn({ onReset }: { onReset: () => void }) {
  const { t } = useTranslation();
  return (
    <Popconfirm
      title={t('emailTemplates.resetAsk')}
      okText={t('emailTemplates.reset')}
      cancelText={t('actions.cancel')}
      onConfirm={onReset}
    >
      <Button>{t('emailTemplates.reset')}</Button>
    </Popconfirm>
  );
}

/** The variables with an example each; a click puts one where the cursor is. */
function Variables({
  variables,
  mayInsert,
  onInsert,
}: {
  variables: EmailTemplate['variables'];
  mayInsert: boolean;
  onInsert: (name: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <section className="template-variables" aria-labelledby="template-variables">
      <h2 id="template-variables">{t('emailTemplates.variables')}</h2>
      <p className="muted">{t('emailTemplates.variablesHelp')}</p>
      <ul>
        {variables.map(({ name, sample, link }) => (
          <li key={name}>
            <Button size="small" disabled={!mayInsert} onClick={() => onInsert(name)}>
              {`{{${name}}}`}
            </Button>
            <span className="muted">{link ? t('emailTemplates.needed') : sample}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useTemplateWrites(
  { kind, locale, updated_at }: EmailTemplate,
  { setDirty, onChange }: { setDirty: (isDirty: boolean) => void; onChange: () => void },
) {
  const { t } = useTranslation();
  const { notification } = App.useApp();
  const call = useCall();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const params = { kind, locale };

  async function write(send: () => Promise<unknown>, done: () => void): Promise<void> {
    setSending(true);
    setFailure(null);
    try {
      await send();
      done();
    } catch (error) {
      // What is wrong with the words stands below them.
      const isSaid = error instanceof HttpError && Object.keys(error.fields).length > 0;
      if (!isSaid) setFailure(errorText(error));
    } finally {
      setSending(false);
    }
  }

  function changed(message: string): void {
    setDirty(false);
    notification.success({ message });
    onChange();
  }

  return {
    isSending,
    failure,
    save: (words: Words) =>
      write(
        () =>
          call(emailTemplateApi.changeEmailTemplate, {
            params,
            body: { ...words, updated_at },
          }),
        () => changed(t('emailTemplates.saved')),
      ),
    reset: () =>
      write(
        () =>
          call(emailTemplateApi.resetEmailTemplate, {
            params,
            query: { updated_at: updated_at ?? undefined },
          }),
        () => changed(t('emailTemplates.resetDone')),
      ),
    test: (words: Words) =>
      write(
        () =>
          call(emailTemplateApi.testEmailTemplate, {
            body: { ...params, ...words },
          }),
        () => notification.success({ message: t('emailTemplates.testDone') }),
      ),
  };
}
