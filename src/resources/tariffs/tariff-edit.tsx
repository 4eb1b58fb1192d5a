import { useTranslation } from 'react-i18next';
import type { Tariff } from '#contract/tariff.ts';
import { localeOf } from '#contract/variants.ts';
import { TariffForm } from '#web/resources/tariffs/tariff-form.tsx';
import { tariffFormOf } from '#web/resources/tariffs/tariff-form-input.ts';
import { tariffResource } from '#web/resources/tariffs/tariff-resource.tsx';
import { useAdmin } from '#web/ui/admin-context.ts';
import { ResourceShow } from '#web/ui/resource-show.tsx';
import { Writable } from '#web/ui/writable.tsx';

const whole = { ...tariffResource, include: ['permissions', 'translations'] };

export function Component() {
  return (
    <Writable with="tariffs.write">
      <ResourceShow resource={whole}>
        {(tariff) => <EditedTariff key={tariff.id} tariff={tariff} />}
      </ResourceShow>
    </Writable>
  );
}

function EditedTariff({ tariff }: { tariff: Tariff }) {
  const { t, i18n } = useTranslation();
  const { config } = useAdmin();
  return (
    <>
      <div className="show-head">
        <h1>{t('tariffs.edit', { name: tariff.name })}</h1>
      </div>
      <TariffForm
        tariff={tariff}
        initial={tariffFormOf(tariff, localeOf(i18n.language) ?? config.defaultLocale)}
      />
    </>
  );
}
