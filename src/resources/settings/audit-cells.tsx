import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AuditEntry } from '#contract/audit.ts';
import { listOfSubject } from '#web/resources/settings/audit-words.ts';
import './settings.css';

const AuditDetails = lazy(() => import('#web/resources/settings/audit-details.tsx'));

/** Who it was: a name, else the kind; with a word when it was done in a client's place. */
export function AuditWho({ entry: { actor, as_client } }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  return (
    <>
      {actor.name ?? t(`audit.values.actor_kind.${actor.kind}`)}
      {as_client && <span className="count-badge">{t('audit.asClient')}</span>}
    </>
  );
}

/** The action in words; one that has none by its own name. */
export function AuditAction({ action }: Pick<AuditEntry, 'action'>) {
  const { t } = useTranslation();
  return t(`audit.values.action.${action}`, { defaultValue: action });
}

/** What it was done to, as a way to it where it has a page. */
export function AuditSubject({ subject: { type, id, name } }: Pick<AuditEntry, 'subject'>) {
  const { t } = useTranslation();
  const path = listOfSubject(type)?.path;
  const kind = t(`audit.values.subject_type.${type}`, { defaultValue: type });
  const shown = type === 'setting' ? t(`settings.keys.${name ?? ''}`, { defaultValue: name ?? kind }) : name;
  return (
    <>
      {path && id ? <Link to={`/admin-panel/${path}/show/${id}`}>{shown ?? kind}</Link> : (shown ?? kind)}
      {shown !== null && <span className="muted"> · {kind}</span>}
    </>
  );
}

/** How much changed, and what exactly when it is opened. */
export function AuditChanges({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { changes } = entry;
  return (
    <>
      <Button type="link" size="small" className="cell-button" onClick={() => setOpen(true)}>
        {changes.length === 0 ? t('audit.details') : t('audit.fieldsChanged', { count: changes.length })}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <AuditDetails entry={entry} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
