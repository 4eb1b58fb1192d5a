import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Setting } from '#contract/settings.ts';
import { type Locale, locales } from '#contract/variants.ts';
import type { ChangedBy } from '#web/providers/http-error.ts';
import type { Place } from '#web/resources/settings/general-groups.ts';
import { TariffNames } from '#web/resources/settings/tariff-limit.tsx';
import { type Difference, isSame } from '#web/ui/form/form-draft.ts';
import { StaleDialog, useIsOwn } from '#web/ui/form/stale-dialog.tsx';
import { Nothing } from '#web/ui/list/list-cell.tsx';

/** A setting that a colleague has changed since it was typed over. */
export interface StaleSetting {
  current: Setting;
  changedBy: ChangedBy | null;
  differences: Difference<Place>[];
}

/** Who has changed which of the settings of a form meanwhile; one keeps either. */
export function StaleSettings({
  stale,
  onChosen,
  onClose,
}: {
  stale: readonly StaleSetting[];
  onChosen: (theirs: string[]) => void;
  onClose: () => void;
}) {
  return (
    <StaleDialog
      name="settings"
      differences={stale.flatMap(({ differences }) => differences)}
      labelOf={(place) => <PlaceLabel place={place} />}
      shown={(place, value) => <PlaceValue place={place} value={value} />}
      changedBy={oneOf(stale.map(({ changedBy }) => changedBy))}
      onChosen={onChosen}
      onClose={onClose}
    />
  );
}

/** Before a value is given up for the default that somebody has made of the setting unseen. */
export function StaleReset({
  stale,
  onReset,
  onClose,
}: {
  stale: StaleSetting;
  onReset: (stale: StaleSetting) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const isOwn = useIsOwn()(stale.changedBy);
  const { current, changedBy, differences } = stale;
  const [isSending, setSending] = useState(false);
  return (
    <Modal
      open
      title={t('settings.reset.stale.title', { name: t(`settings.keys.${current.key}`) })}
      okText={t('settings.reset.go')}
      cancelText={t('settings.reset.stale.keep')}
      confirmLoading={isSending}
      onOk={() => {
        setSending(true);
        void onReset(stale).finally(() => setSending(false));
      }}
      onCancel={onClose}
      width={480}
    >
      <p>{whatHappened()}</p>
      <ul className="stale-fields">
        {differences.map(({ field, theirs }) => (
          <li key={field.name}>
            {differences.length > 1 && (
              <h3>
                <PlaceLabel place={field} />
              </h3>
            )}
            <PlaceValue place={field} value={theirs} />
          </li>
        ))}
      </ul>
    </Modal>
  );

  function whatHappened(): string {
    if (changedBy === null) return t('settings.reset.stale.text');
    return isOwn ? t('settings.reset.stale.own') : t('settings.reset.stale.textBy', { name: changedBy.name });
  }
}

/** Whoever changed them all, if it was one person. */
function oneOf([first, ...others]: (ChangedBy | null)[]): ChangedBy | null {
  return first && others.every((other) => isSame(other, first)) ? first : null;
}

function PlaceLabel({ place: { key, part } }: { place: Place }) {
  const { t } = useTranslation();
  if (key === 'company_details') return t(`settings.company.${part}`);
  const label = t(`settings.keys.${key}`);
  return isLocale(part) ? `${label}: ${t(`languages.${part}`)}` : label;
}

function PlaceValue({ place: { kind }, value }: { place: Place; value: unknown }) {
  const { t } = useTranslation();
  if (kind === 'switch') return t(value === true ? 'list.yes' : 'list.no');
  if (kind === 'tariff') return value ? <TariffNames ids={[String(value)]} /> : t('settings.cheapest');
  if (!value) return <Nothing />;
  return <span className="stale-text">{String(value)}</span>;
}

function isLocale(part: string | null): part is Locale {
  return locales.some((locale) => locale === part);
}
