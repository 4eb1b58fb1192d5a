import { useTranslation } from 'react-i18next';
import type { Tariff } from '#contract/entities/tariff.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { RegistrationAddress } from '#web/ui/admin/show/registration-address.tsx';
import { ActionButton } from '#web/ui/admin/actions/action-button.tsx';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { TextsMatrix } from '#web/resources/tariffs/texts-matrix.tsx';
import { CompareLink } from '#web/resources/tariffs/compare/compare-link.tsx';
import { ArchiveTariff } from '#web/resources/tariffs/archive-tariff.tsx';
import { ChangePrice } from '#web/resources/tariffs/prices/change-price.tsx';
import { NewPriceNotice, PriceHistory } from '#web/resources/tariffs/prices/price-history.tsx';
import { FeatureTree } from '#web/resources/tariffs/feature-tree.tsx';
import { TariffState } from '#web/resources/tariffs/tariff-cells.tsx';
import { tariffResource } from '#web/resources/tariffs/tariff-resource.tsx';
import { editPath, type ShowDeclaration } from '#web/ui/admin/resource/define-resource.ts';
import { WriteLink } from '#web/ui/admin/actions/write-link.tsx';

/** A tariff: its terms, features and texts. */
export const tariffShow: ShowDeclaration<Tariff> = {
  subtitle: ({ row }) => <TariffState {...row} />,
  actions: ({ row }) => (
    <>
      <CompareLink a={row.id} />
      <ArchiveTariff tariff={row} />
      <WriteLink
        to={editPath(tariffResource, row.id)}
        needs={tariffApi.changeTariff}
        label="actions.edit"
        shortcut="e"
        primary
      />
    </>
  ),
  parts: [
    { part: NewPriceNotice },
    { group: 'price', fields: ['price_month', 'price_year'], below: ChangePrice },
    {
      group: 'terms',
      isTall: true,
      fields: [
        'limits',
        'visibility',
        'recommended',
        'trial_days',
        'recommended_days',
        'clients_count',
        'created_at',
      ],
    },
    { part: LinkOfTariff },
    { part: Features },
    { part: PriceHistory },
    { part: TariffTexts },
  ],
};

/** The link of a tariff that is sold by link. */
function LinkOfTariff({ row: { id, name, link_code } }: { row: Tariff }) {
  const { t } = useTranslation();
  const call = useCall();
  if (link_code === null) return null;
  return (
    <section className="panel">
      <h2>{t('tariffs.link.panel')}</h2>
      <p className="muted">{t('tariffs.link.help')}</p>
      <RegistrationAddress link={link_code} />
      <div className="panel-actions">
        <ActionButton
          resource="tariffs"
          id={id}
          needs={tariffApi.renewTariffLink}
          texts="tariffs.link"
          words={{ name }}
          send={() => call(tariffApi.renewTariffLink, { params: { id } })}
        />
      </div>
    </section>
  );
}

function Features({ row }: { row: Tariff }) {
  const { t } = useTranslation();
  return (
    <section className="panel">
      <h2>{t('tariffs.parts.features')}</h2>
      <FeatureTree features={row.permissions ?? []} />
    </section>
  );
}

/** The texts in every language beside each other, and which are missing. */
function TariffTexts({ row: { translations } }: { row: Tariff }) {
  const { t } = useTranslation();
  return (
    <section className="panel panel-wide">
      <h2>{t('tariffs.parts.texts')}</h2>
      <TextsMatrix isWhole translations={translations} />
    </section>
  );
}
