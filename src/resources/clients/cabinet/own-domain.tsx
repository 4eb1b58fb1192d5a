import { useTranslation } from 'react-i18next';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { cabinetApi } from '#contract/routes/cabinet.ts';
import { ActionButton } from '#web/ui/admin/actions/action-button.tsx';
import { Moment } from '#web/ui/admin/kit/moment.tsx';
import { StateTag, type Tone } from '#web/ui/admin/kit/state-tag.tsx';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';

const tones = { pending: 'new', active: 'good', failed: 'bad' } as const satisfies Record<string, Tone>;

/** A domain of the customer's own: its state and why, and the way to take it away. */
export function OwnDomain({ client: { id, deleted_at, cabinet } }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const call = useCall();
  const domain = cabinet.own_domain;
  if (!domain || domain.state === 'none') return null;
  const { state, name, message, checked_at } = domain;
  return (
    <div className="own-domain">
      <span>
        {name} <StateTag tone={tones[state]} word={t(`clients.cabinet.domain.${state}`)} />
      </span>
      {message && <p className="muted">{message}</p>}
      {checked_at && (
        <p className="muted">
          {t('clients.cabinet.domain.checked')} <Moment iso={checked_at} />
        </p>
      )}
      {deleted_at === null && (
        <ActionButton
          resource="clients"
          id={id}
          needs={cabinetApi.removeClientDomain}
          danger
          texts="clients.cabinet.removeDomain"
          send={() => call(cabinetApi.removeClientDomain, { params: { id } })}
        />
      )}
    </div>
  );
}
