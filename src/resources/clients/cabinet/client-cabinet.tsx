import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { cabinetApi } from '#contract/routes/cabinet.ts';
import { DeleteWithoutBackup } from '#web/resources/cabinets/delete-without-backup.tsx';
import { ClientBackups } from './client-backups.tsx';
import { CabinetError } from './failed-cabinet.tsx';
import { OwnDomain } from './own-domain.tsx';
import { RetryCabinet } from './retry-cabinet.tsx';
import { CabinetAddress, NoCabinetThere } from '#web/resources/clients/client-cells.tsx';
import { ActionButton } from '#web/ui/admin/actions/action-button.tsx';
import { DescriptionPanel } from '#web/ui/admin/kit/description-list.tsx';
import { Moment } from '#web/ui/admin/kit/moment.tsx';
import { StateTag, type Tone, CabinetState } from '#web/ui/admin/kit/state-tag.tsx';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import './client-cabinet.css';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';
import type { TFunction } from 'i18next';

/** The cabinet's address, and the steps of its creation. */
export function ClientCabinet({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const { cabinet } = client;
  const isStuck =
    cabinet.status === 'failed' ||
    cabinet.host_away_since !== null ||
    cabinet.steps.some(({ state }) => state === 'failed');
  const isCreation = cabinet.task === null || cabinet.task === 'create';
  return (
    <div className="panels">
      <DescriptionPanel
        title={t('clients.parts.cabinet')}
        facts={[
          [t('clients.fields.cabinet_status'), <CabinetState key="status" status={cabinet.status} />],
          [t('clients.fields.cabinet_url'), client.cabinet_url && <Address key="url" client={client} />],
          [t('clients.fields.domain'), client.domain],
          [t('clients.fields.own_domain'), cabinet.own_domain && <OwnDomain key="own" client={client} />],
          [
            t('clients.cabinet.created_at'),
            cabinet.created_at && <Moment key="c" iso={cabinet.created_at} />,
          ],
          [t('clients.cabinet.ready_at'), cabinet.ready_at && <Moment key="r" iso={cabinet.ready_at} />],
          ...deletionFact(client, t),
        ]}
      />
      <section className="panel">
        <h2>{t(`clients.cabinet.task.${cabinet.task ?? 'create'}`)}</h2>
        {cabinet.steps.length === 0 ? (
          <p className="muted">{t('clients.cabinet.noSteps')}</p>
        ) : (
          <ol className="cabinet-steps" aria-live="polite">
            {cabinet.steps.map((step) => (
              <li key={step.key}>
                <span className="cabinet-step-name">
                  {t(declaredKey(`clients.cabinet.step.${step.key}`))}
                </span>
                <StateTag
                  tone={stepTones[step.state] ?? 'off'}
                  word={t(declaredKey(`clients.cabinet.state.${step.state}`))}
                />
                <span className="muted">
                  {step.attempts > 0 && t('clients.cabinet.attempts', { count: step.attempts })}
                </span>
                <span className="muted">{step.finished_at ? <Moment iso={step.finished_at} /> : null}</span>
                {step.error && <p className="cabinet-step-error">{step.error}</p>}
              </li>
            ))}
          </ol>
        )}
        {cabinet.host_away_since && (
          <p className="cabinet-waits" role="status">
            {t('clients.cabinet.hostAway')} <Moment iso={cabinet.host_away_since} />
          </p>
        )}
        {cabinet.error && <CabinetError error={cabinet.error} />}
        {isStuck && client.deleted_at === null && (
          <div className="cabinet-actions">
            <RetryCabinet id={client.id} isCreation={isCreation} />
            {cabinet.status === 'failed' && cabinet.task === 'create' && <GiveUpButton id={client.id} />}
            <DeleteWithoutBackup client={client} />
          </div>
        )}
      </section>
      <ClientBackups client={client} />
    </div>
  );
}

function Address({ client }: { client: ClientDetails }) {
  return (
    <div>
      <CabinetAddress {...client} />
      <NoCabinetThere {...client} />
    </div>
  );
}

/** The countdown to the deletion of the database, if there is one. */
function deletionFact(
  { cabinet, deleted_at, deletion_at }: ClientDetails,
  t: TFunction,
): [string, ReactNode][] {
  if (!deletion_at || (cabinet.status !== 'suspended' && cabinet.status !== 'active')) return [];
  return [
    [
      t('clients.cabinet.deletion_at'),
      <div key="d">
        <Moment iso={deletion_at} />
        {deleted_at === null && <p className="muted">{t('clients.cabinet.unlessPaid')}</p>}
      </div>,
    ],
  ];
}

/** Undoes a failed creation: what was made is removed, and it can be made again. */
function GiveUpButton({ id }: { id: string }) {
  const call = useCall();
  return (
    <ActionButton
      resource="clients"
      id={id}
      needs={cabinetApi.giveUpCabinet}
      danger
      texts="clients.cabinet.giveUp"
      send={() => call(cabinetApi.giveUpCabinet, { params: { id } })}
    />
  );
}

const stepTones: Record<string, Tone> = {
  pending: 'off',
  running: 'new',
  done: 'good',
  failed: 'bad',
  skipped: 'warning',
};
