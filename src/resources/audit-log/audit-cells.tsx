import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AuditEntry } from '#contract/entities/audit-entry.ts';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';
import './audit-cells.css';
import { actionKeys, listOfSubject } from './audit-words.ts';

/** The actor: a name, else the kind of actor; marked when acting as a client. */
export function AuditWho({ entry: { actor, as_client } }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  return (
    <>
      {actor.name ?? t(`audit.values.actor_kind.${actor.kind}`)}
      {as_client && <span className="count-badge">{t('audit.asClient')}</span>}
    </>
  );
}

/** The action as a text; without a text its own name. */
export function AuditAction({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  return t(actionKeys(entry), { defaultValue: entry.action });
}

/** The subject, linked to its page if it has one. */
export function AuditSubject({ subject: { type, id, name } }: Pick<AuditEntry, 'subject'>) {
  const { t } = useTranslation();
  const path = listOfSubject(type)?.path;
  const kind = t(declaredKey(`audit.values.subject_type.${type}`), { defaultValue: type });
  const shown =
    type === 'setting'
      ? t(declaredKey(`settings.fields.${name ?? ''}`), { defaultValue: name ?? kind })
      : name;
  return (
    <span className="audit-subject">
      <span className="audit-subject-name" title={shown ?? kind}>
        {path && id ? <Link to={`/admin-panel/${path}/show/${id}`}>{shown ?? kind}</Link> : (shown ?? kind)}
      </span>
      {shown !== null && <span className="muted">· {kind}</span>}
    </span>
  );
}
