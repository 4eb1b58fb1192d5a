import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AuditEntry } from '#contract/entities/audit-entry.ts';
import { listOfSubject } from './audit-words.ts';

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
  const shown =
    type === 'setting' ? t(`settings.fields.${name ?? ''}`, { defaultValue: name ?? kind }) : name;
  return (
    <>
      {path && id ? <Link to={`/admin-panel/${path}/show/${id}`}>{shown ?? kind}</Link> : (shown ?? kind)}
      {shown !== null && <span className="muted"> · {kind}</span>}
    </>
  );
}
