import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Tariff } from '#contract/tariff.ts';
import { locales } from '#contract/variants.ts';
import { ArchiveTariff } from '#web/resources/tariffs/archive-tariff.tsx';
import { FeatureTree } from '#web/resources/tariffs/feature-tree.tsx';
import { TariffState } from '#web/resources/tariffs/tariff-cells.tsx';
import { tariffResource } from '#web/resources/tariffs/tariff-resource.tsx';
import { editPath } from '#web/ui/define-resource.ts';
import { Facts } from '#web/ui/facts.tsx';
import { GuardedButton } from '#web/ui/guarded-button.tsx';
import { PageTabs, usePageTab } from '#web/ui/page-tabs.tsx';
import { Permitted } from '#web/ui/permitted.tsx';
import { ResourceFacts, ResourceShow } from '#web/ui/resource-show.tsx';

const whole = { ...tariffResource, include: ['permissions', 'translations'] };

export function Component() {
  return (
    <Permitted to="tariffs.read">
      <ResourceShow resource={whole}>{(tariff) => <TariffPage tariff={tariff} />}</ResourceShow>
    </Permitted>
  );
}

function TariffPage({ tariff }: { tariff: Tariff }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <article>
      <header className="show-head">
        <div>
          <h1>{tariff.name}</h1>
          <p className="show-subtitle">
            <TariffState {...tariff} />
          </p>
        </div>
        <div className="show-actions">
          <ArchiveTariff tariff={tariff} />
          <GuardedButton
            needs="tariffs.write"
            type="primary"
            onClick={() => void navigate(editPath(tariffResource, tariff.id))}
          >
            {t('actions.edit')}
          </GuardedButton>
        </div>
      </header>
      <div className="panels">
        <ResourceFacts
          resource={tariffResource}
          row={tariff}
          title={t('tariffs.parts.terms')}
          fields={[
            'price_month',
            'price_year',
            'monthly_turnover_limit',
            'goods_quantity',
            'recommended_days',
            'clients_count',
            'created_at',
          ]}
        />
        <section className="panel">
          <h2>{t('tariffs.parts.features')}</h2>
          <FeatureTree features={tariff.permissions ?? []} />
        </section>
        <TariffTexts tariff={tariff} />
      </div>
    </article>
  );
}

/** The texts in each language; a language without a name is marked. */
function TariffTexts({ tariff }: { tariff: Tariff }) {
  const { t } = useTranslation();
  const locale = usePageTab('text', locales);
  const text = tariff.translations?.[locale];
  return (
    <section className="panel panel-wide">
      <h2>{t('tariffs.parts.texts')}</h2>
      <PageTabs
        parameter="text"
        tabs={locales}
        label={t('languages.label')}
        name={(name) => (
          <>
            <span lang={name}>{t(`languages.${name}`)}</span>
            {!tariff.translations?.[name]?.name && (
              <span className="count-badge">{t('tariffs.missing')}</span>
            )}
          </>
        )}
      />
      <div lang={locale}>
        <Facts
          facts={[
            [t('tariffs.fields.name'), text?.name],
            [t('tariffs.fields.subtitle'), text?.subtitle],
            [
              t('tariffs.fields.description'),
              text?.description && <span className="lines">{text.description}</span>,
            ],
          ]}
        />
      </div>
    </section>
  );
}
