import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminTariffsApi } from '#contract/admin-tariffs-api.ts';
import type { Tariff, TariffChanges, TariffInput } from '#contract/tariff.ts';
import { locales, type Locale, localeOf } from '#contract/variants.ts';
import { HttpError } from '#web/providers/http-client.ts';
import type { ChangedBy } from '#web/providers/http-error.ts';
import { useAskAboutExceeding } from '#web/resources/tariffs/exceeding-question.tsx';
import { FeaturePicker } from '#web/resources/tariffs/feature-picker.tsx';
import { ComparedLabel, ComparedValue } from '#web/resources/tariffs/stale-tariff.tsx';
import {
  type ComparedField,
  comparedFields,
  comparedValues,
  formFieldOf,
  loweredLimits,
  type TariffForm as TariffDraft,
  tariffFormFields,
  tariffFormOf,
  tariffFormSchema,
  tariffInputOf,
  withTheirs,
} from '#web/resources/tariffs/tariff-form-input.ts';
import { tariffResource } from '#web/resources/tariffs/tariff-resource.tsx';
import { TariffTextsFields } from '#web/resources/tariffs/tariff-texts-fields.tsx';
import { useAdmin } from '#web/ui/admin-context.ts';
import { AmountInput } from '#web/ui/form/amount-input.tsx';
import { listPath, showPath } from '#web/ui/define-resource.ts';
import { FormActions } from '#web/ui/form/form-actions.tsx';
import { type Difference, differencesOf } from '#web/ui/form/form-draft.ts';
import { LimitInput } from '#web/ui/form/limit-input.tsx';
import { useRowForm } from '#web/ui/form/row-form.ts';
import { StaleDialog } from '#web/ui/form/stale-dialog.tsx';
import { useSubmit } from '#web/ui/form/use-submit.ts';
import '#web/ui/form/form-parts.css';
import '#web/ui/resource-form.css';
import './tariff-form.css';

/** Makes a tariff, or changes `tariff`, which has come with its texts and features. */
export function TariffForm({ tariff, initial }: { tariff?: Tariff; initial: TariffDraft }) {
  const { t, i18n } = useTranslation();
  const { config, http } = useAdmin();
  const [form] = Form.useForm<TariffDraft>();
  const [api] = useState(() => adminTariffsApi(config.variant));
  const [schema] = useState(() => tariffFormSchema(config.defaultLocale));
  const [textTab, setTextTab] = useState<Locale>(config.defaultLocale);
  const [stale, setStale] = useState<Stale | null>(null);
  const { baseRef, setDirty, question, refresh, leave } = useRowForm({
    resource: tariffResource,
    name: 'tariff',
    form,
    initial,
    base: tariff,
  });
  const askAboutExceeding = useAskAboutExceeding();

  const { submit, sending, failure } = useSubmit({
    form,
    schema,
    fields: tariffFormFields,
    send,
  });

  async function send(input: TariffInput): Promise<void> {
    try {
      const saved = baseRef.current ? await change(baseRef.current, input) : await create(input);
      if (saved) await leave(saved.id, t(tariff ? 'tariffs.saved' : 'tariffs.created'));
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      if (error.code === 'stale' && baseRef.current) {
        const found = staleOf(error, baseRef.current, input);
        await refresh(found.current.id);
        if (found.differences.length > 0) return setStale(found);
        // One's own answer that was lost, or the same typed by both.
        baseRef.current = found.current;
        return send(input);
      }
      throw error.withFields(renamed(error.fields));
    }
  }

  async function create(input: TariffInput): Promise<Tariff> {
    return (await http.call(api.createTariff, { body: input })).data;
  }

  async function change(before: Tariff, input: TariffChanges): Promise<Tariff | null> {
    const limits = loweredLimits(before, { ...before, ...input });
    if (limits && !(await askAboutExceeding(before.id, limits))) return null;
    const body = { ...input, updated_at: before.updated_at };
    return (await http.call(api.changeTariff, { params: { id: before.id }, body })).data;
  }

  function finish(values: TariffDraft): void {
    submit(values);
    // The contract has spoken by now: a message in a closed tab has to be seen.
    const firstWrong = form.getFieldsError().find(({ errors }) => errors.length > 0)?.name;
    const language = firstWrong?.[0] === 'translations' && locales.find((name) => name === firstWrong[1]);
    if (!language || !firstWrong) return;
    setTextTab(language);
    requestAnimationFrame(() => form.focusField(firstWrong));
  }

  function takeTheirs(names: string[]): void {
    if (!stale) return;
    const theirs = tariffFormOf(stale.current, localeOf(i18n.language) ?? config.defaultLocale);
    form.setFieldsValue(withTheirs(form.getFieldsValue(true), theirs, names));
    baseRef.current = stale.current;
    setStale(null);
    form.submit();
  }

  return (
    <Form<TariffDraft>
      form={form}
      layout="vertical"
      // The browser's own messages would come first, in its language.
      noValidate
      className="tariff-form"
      initialValues={initial}
      onValuesChange={() => setDirty(true)}
      onFinish={finish}
    >
      <div className="panels">
        <section className="panel" aria-labelledby="tariff-terms">
          <h2 id="tariff-terms">{t('tariffs.parts.terms')}</h2>
          <div className="form-pair">
            <Form.Item name="priceMonth" label={t('tariffs.fields.price_month')}>
              <AmountInput />
            </Form.Item>
            <Form.Item name="priceYear" label={t('tariffs.fields.price_year')}>
              <AmountInput />
            </Form.Item>
          </div>
          <div className="form-pair">
            <Form.Item name="monthlyTurnoverLimit" label={t('tariffs.fields.monthly_turnover_limit')}>
              <LimitInput money />
            </Form.Item>
            <Form.Item name="goodsQuantity" label={t('tariffs.fields.goods_quantity')}>
              <LimitInput />
            </Form.Item>
          </div>
          <Form.Item
            name="recommendedDays"
            label={t('tariffs.fields.recommended_days')}
            extra={t('tariffs.form.recommendedHelp')}
          >
            <Input inputMode="numeric" autoComplete="off" className="short-input" />
          </Form.Item>
        </section>
        <section className="panel" aria-labelledby="tariff-features">
          <h2 id="tariff-features">{t('tariffs.parts.features')}</h2>
          <Form.Item name="checkedPermissions">
            <FeaturePicker />
          </Form.Item>
        </section>
        <TariffTextsFields open={textTab} onOpen={setTextTab} />
      </div>
      <FormActions
        failure={failure}
        sending={sending}
        action={t(tariff ? 'actions.save' : 'tariffs.create')}
        cancelTo={tariff ? showPath(tariffResource, tariff.id) : listPath(tariffResource)}
      />
      {question}
      {stale && (
        <StaleDialog
          name="tariffs"
          differences={stale.differences}
          labelOf={(field) => <ComparedLabel field={field} />}
          shown={(field, value, other) => <ComparedValue field={field} value={value} other={other} />}
          changedBy={stale.changedBy}
          onChosen={takeTheirs}
          onClose={() => setStale(null)}
        />
      )}
    </Form>
  );
}

interface Stale {
  current: Tariff;
  differences: Difference<ComparedField>[];
  changedBy: ChangedBy | null;
}

function staleOf({ current, changedBy }: HttpError, before: Tariff, mine: TariffInput): Stale {
  const theirs = current as Tariff; // as the contract says
  const drafts = {
    base: comparedValues(tariffInputOf(before)),
    mine: comparedValues(mine),
    theirs: comparedValues(tariffInputOf(theirs)),
  };
  return { current: theirs, changedBy, differences: differencesOf(comparedFields, drafts) };
}

function renamed(fields: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(fields).map(([field, texts]) => [formFieldOf(field), texts]));
}
