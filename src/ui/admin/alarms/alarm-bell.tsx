import { Button, Popover } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RaisedAlarms } from '#contract/accounts/alarm.ts';
import { BellIcon } from '#web/ui/admin/kit/icons.tsx';
import { Moment } from '#web/ui/admin/kit/moment.tsx';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { alarmPlace } from './alarm-places.ts';
import { useAlarms } from './use-alarms.ts';
import './alarm-bell.css';

/** How many alarms are open, in the head of the panel, and a short list that leads to where each is mended. */
export function AlarmBell() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const { alarms, refetch } = useAlarms();
  const raised = alarms?.raised ?? [];
  const count = raised.reduce((sum, one) => sum + one.count, 0);
  const open = (next: boolean) => {
    setOpen(next);
    if (next) void refetch();
  };
  return (
    <Popover
      trigger="click"
      placement="bottom"
      open={isOpen}
      onOpenChange={open}
      content={<AlarmList raised={raised} onFollow={() => setOpen(false)} />}
    >
      <Button
        type="text"
        className={count > 0 ? 'alarm-bell ringing' : 'alarm-bell'}
        aria-expanded={isOpen}
        aria-label={t('alarms.bell', { count, shown: number(count) })}
        icon={<BellIcon />}
      >
        {count > 0 && <span className="alarm-count">{count > 99 ? '99+' : number(count)}</span>}
      </Button>
    </Popover>
  );
}

function AlarmList({ raised, onFollow }: { raised: readonly RaisedAlarms[]; onFollow: () => void }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <div className="alarm-list">
      {raised.length === 0 && <p className="muted">{t('alarms.none')}</p>}
      <ul>
        {raised.map((one) => (
          <li key={one.kind}>
            <Link to={alarmPlace(one)} onClick={onFollow}>
              {t(`alarms.kinds.${one.kind}`)}
              {one.count > 1 && ` (${number(one.count)})`}
            </Link>
            {one.names.length > 0 && (
              <span className="alarm-names">
                {one.names.join(', ')}
                {one.count > one.names.length && ', …'}
              </span>
            )}
            <span className="muted">
              {t('alarms.since')} <Moment iso={one.since} />
            </span>
          </li>
        ))}
      </ul>
      <Link to="/admin-panel/account" onClick={onFollow} className="alarm-choice">
        {t('alarms.choose')}
      </Link>
    </div>
  );
}
