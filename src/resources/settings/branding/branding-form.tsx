import { Button, Form, Input, Popconfirm } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nearestAccent } from '#contract/company/accent.ts';
import { type Branding, brandingLimits } from '#contract/company/branding.ts';
import { hexColour } from '#contract/company/hex-colour.ts';
import { palettes } from '#contract/company/theme.ts';
import { brandingApi } from '#contract/routes/panel/branding.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { errorText } from '#web/providers/i18n.ts';
import { isSame } from '#web/ui/admin/form/draft/form-draft.ts';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';
import { useUnsaved } from '#web/ui/admin/form/unsaved-changes.tsx';
import { Hint } from '#web/ui/admin/kit/hint.tsx';
import { useAdmin, useMay } from '#web/ui/admin/resource/admin-context.ts';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';
import { BrandingPreview, type Look } from './branding-preview.tsx';
import { ImageField } from './image-field.tsx';

type Faults = Record<string, string>;

/** The look as it is typed, with what it will look like. */
export function BrandingForm({ branding, onStale }: { branding: Branding; onStale: () => void }) {
  const { t } = useTranslation();
  const { updated_at, ...stored } = branding;
  const [look, setLook] = useState<Look>(stored);
  const [isDirty, setDirty] = useUnsaved('branding');
  const may = useMay()(brandingApi.changeBranding);
  const writes = useBrandingWrites(branding, { setDirty, onStale });
  const change = (changes: Partial<Look>) => {
    const next = { ...look, ...changes };
    setLook(next);
    setDirty(!isSame(next, stored));
  };
  const { faults } = writes;
  return (
    <div className="panels branding">
      <section className="panel">
        <Form layout="vertical" disabled={!may.allowed} onFinish={() => void writes.save(look)}>
          <AccentField
            value={look.accent}
            fault={faults['accent']}
            onChange={(accent) => change({ accent })}
          />
          {(['logo', 'mark'] as const).map((name) => (
            <ImageField
              key={name}
              name={name}
              value={look[name]}
              fault={faults[name]}
              onChange={(image) => change({ [name]: image })}
            />
          ))}
          <ImageField
            name="picture"
            value={look.picture}
            fault={faults['picture']}
            onChange={(picture) => change({ picture })}
          />
          {look.picture !== null && (
            <LanguageFields
              name="picture_alt"
              value={look.picture_alt}
              faults={faults}
              onChange={(picture_alt) => change({ picture_alt })}
            />
          )}
          <LanguageFields
            name="footer"
            value={look.footer}
            faults={faults}
            onChange={(footer) => change({ footer })}
          />
          <FormFailure text={writes.failure} />
          <FormActs
            may={may}
            isSending={writes.isSending}
            isDirty={isDirty}
            onReset={updated_at === null ? null : () => void writes.reset()}
          />
        </Form>
      </section>
      <section className="panel" aria-labelledby="branding-preview">
        <h2 id="branding-preview">{t('branding.preview.title')}</h2>
        <BrandingPreview look={look} />
      </section>
    </div>
  );
}

/** Saving; and going back, where there is something to go back from. */
function FormActs({
  may,
  isSending,
  isDirty,
  onReset,
}: {
  may: { allowed: boolean; reason: string | undefined };
  isSending: boolean;
  isDirty: boolean;
  onReset: (() => void) | null;
}) {
  const { t } = useTranslation();
  return (
    <div className="branding-acts">
      <Hint text={may.reason}>
        <Button type="primary" htmlType="submit" loading={isSending} disabled={!may.allowed || !isDirty}>
          {t('actions.save')}
        </Button>
      </Hint>
      {onReset && (
        <Popconfirm
          title={t('branding.resetAsk')}
          okText={t('branding.reset')}
          cancelText={t('actions.cancel')}
          onConfirm={onReset}
        >
          <Button>{t('branding.reset')}</Button>
        </Popconfirm>
      )}
    </div>
  );
}

/** A colour, and why one is refused, with the nearest a click away. */
function AccentField({
  value,
  fault,
  onChange,
}: {
  value: string | null;
  fault: string | undefined;
  onChange: (accent: string | null) => void;
}) {
  const { t } = useTranslation();
  const typed = (value ?? '').trim().toLowerCase();
  const isColour = hexColour.test(typed);
  const nearest = isColour ? nearestAccent(typed) : typed;
  const isRefused = isColour && nearest !== typed;
  const problem = isRefused ? t('branding.tooLight') : fault;
  return (
    <Form.Item
      label={t('branding.fields.accent')}
      htmlFor="branding-accent"
      extra={t('branding.accentHelp')}
      validateStatus={problem ? 'error' : ''}
      help={problem}
    >
      <div className="branding-accent">
        <input
          type="color"
          aria-label={t('branding.choose')}
          value={isColour ? typed : palettes.light.accent}
          onChange={({ target }) => onChange(target.value)}
        />
        <Input
          id="branding-accent"
          value={value ?? ''}
          placeholder={palettes.light.accent}
          maxLength={7}
          aria-invalid={problem !== undefined}
          onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
        />
        {isRefused && (
          <Button className="branding-nearest" onClick={() => onChange(nearest)}>
            <svg width="14" height="14" aria-hidden="true">
              <rect width="14" height="14" rx="3" fill={nearest} />
            </svg>
            {t('branding.takeNearest', { nearest })}
          </Button>
        )}
      </div>
    </Form.Item>
  );
}

/** A text in each language. */
function LanguageFields({
  name,
  value,
  faults,
  onChange,
}: {
  name: 'footer' | 'picture_alt';
  value: Look['footer'];
  faults: Faults;
  onChange: (texts: Look['footer']) => void;
}) {
  const { t } = useTranslation();
  const { locales } = useAdmin().config;
  const { max } = name === 'footer' ? brandingLimits.footer : brandingLimits.pictureAlt;
  const TextInput = name === 'footer' ? Input.TextArea : Input;
  return (
    <fieldset className="branding-footer">
      <legend>{t(`branding.fields.${name}`)}</legend>
      <p className="muted">{t(name === 'footer' ? 'branding.footerHelp' : 'branding.pictureAltHelp')}</p>
      {locales.map((locale) => {
        const fault = faults[`${name}.${locale}`];
        return (
          <Form.Item
            key={locale}
            label={t(declaredKey(`languages.${locale}`))}
            htmlFor={`branding-${name}-${locale}`}
            validateStatus={fault ? 'error' : ''}
            help={fault}
          >
            <TextInput
              id={`branding-${name}-${locale}`}
              lang={locale}
              maxLength={max}
              value={value[locale] ?? ''}
              onChange={({ target }) => onChange({ ...value, [locale]: target.value })}
            />
          </Form.Item>
        );
      })}
    </fieldset>
  );
}

/** Saving and going back; the page is then loaded again, because all of it follows. */
function useBrandingWrites(
  branding: Branding,
  { setDirty, onStale }: { setDirty: (isDirty: boolean) => void; onStale: () => void },
) {
  const { http } = useAdmin();
  const [isSending, setSending] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<string | null>(null);

  async function write(send: () => Promise<unknown>): Promise<void> {
    setSending(true);
    setFaults({});
    setFailure(null);
    try {
      await send();
      setDirty(false);
      location.reload();
    } catch (error) {
      setSending(false);
      const fields = error instanceof HttpError ? error.fields : {};
      const said = Object.entries(fields).map(([field, messages]) => [field, messages.join(' ')]);
      setFaults(Object.fromEntries(said));
      if (said.length === 0) setFailure(errorText(error));
      if (error instanceof HttpError && error.code === 'stale') onStale();
    }
  }

  return {
    isSending,
    faults,
    failure,
    save: (look: Look) =>
      write(() =>
        http.call(brandingApi.changeBranding, { body: { ...look, updated_at: branding.updated_at } }),
      ),
    reset: () =>
      write(() =>
        http.call(brandingApi.resetBranding, {
          ...(branding.updated_at !== null && { query: { updated_at: branding.updated_at } }),
        }),
      ),
  };
}
