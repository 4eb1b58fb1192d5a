import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { type EventType, eventTypeNames } from '#contract/panel/event-types.ts';
import { rightsFor } from '#contract/panel/webhook.ts';
import { holdsAll } from '#contract/kernel/permissions.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import type { ControlProps } from '#web/ui/admin/resource/define-resource.ts';
import './event-choice.css';

/** Types of events; those whose rows one may not see can't be chosen. */
export function EventChoice({ id, value, onChange }: ControlProps) {
  const { t } = useTranslation();
  const held = useAdmin().session.permissions();
  const chosen = eventTypeNames.filter((type) => Array.isArray(value) && value.includes(type));
  return (
    <div id={id} className="event-choice" tabIndex={-1} role="group" aria-label={t('webhooks.fields.events')}>
      {eventTypeNames.map((type) => (
        <Checkbox
          key={type}
          checked={chosen.includes(type)}
          disabled={!chosen.includes(type) && !holdsAll(held, rightsFor([type]))}
          onChange={({ target }) =>
            onChange?.(target.checked ? [...chosen, type] : chosen.filter((one) => one !== type))
          }
        >
          {t(`webhook_deliveries.values.type.${type}`)} <code className="muted">{type}</code>
        </Checkbox>
      ))}
    </div>
  );
}

export function EventNames({ of }: { of: unknown }) {
  const { t } = useTranslation();
  const types: EventType[] = eventTypeNames.filter((type) => Array.isArray(of) && of.includes(type));
  return types.map((type) => t(`webhook_deliveries.values.type.${type}`)).join(', ');
}
