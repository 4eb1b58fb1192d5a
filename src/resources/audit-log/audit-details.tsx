import { Drawer } from 'antd';
import { type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#contract/entities/audit-entry.ts';
import { AuditAction, AuditSubject, AuditWho } from './audit-cells.tsx';
import { AuditValue } from './audit-value.tsx';
import { exportedList } from './audit-words.ts';
import { FieldName } from './field-name.tsx';
import { PlacesContext } from '#web/ui/admin/resource/admin-context.ts';
import { DescriptionList } from '#web/ui/admin/kit/description-list.tsx';
import { FilterWords } from '#web/ui/admin/list/filters/filter-words.tsx';
import { Moment } from '#web/ui/admin/kit/moment.tsx';
import '#web/resources/settings/settings.css';

/** One audit entry in a drawer: where it came from, and each field before and after. */
export default function AuditDetails({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { t } = useTranslation();
  const { subject, changes, names } = entry;
  const exported = exportedList(entry);
  const deviceFact: [string, ReactNode][] =
    entry.kind === 'security' ? [[t('audit.fields.device'), entry.device]] : [];
  return (
    <Drawer open width="40rem" title={<AuditAction entry={entry} />} onClose={onClose}>
      <DescriptionList
        facts={[
          [t('audit.fields.at'), <Moment iso={entry.at} />],
          [t('audit.fields.actor_name'), <AuditWho entry={entry} />],
          [t('audit.fields.subject_name'), <AuditSubject subject={subject} />],
          [t('audit.fields.ip'), entry.ip],
          ...deviceFact,
          [t('audit.fields.request_id'), entry.request_id],
        ]}
      />
      {exported && <ExportedList {...exported} />}
      {!exported && changes.length > 0 && (
        <div className="audit-frame">
          <table className="audit-changes">
            <thead>
              <tr>
                <th scope="col">{t('audit.field')}</th>
                <th scope="col">{t('audit.before')}</th>
                <th scope="col">{t('audit.after')}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ field, before, after, erased }) => (
                <tr key={field}>
                  <th scope="row">
                    <FieldName subject={subject.type} field={field} />
                  </th>
                  {erased ? (
                    <td colSpan={2} className="muted">
                      {t('audit.erased')}
                    </td>
                  ) : (
                    <>
                      <td>
                        <AuditValue subject={subject.type} field={field} value={before} known={names} />
                      </td>
                      <td>
                        <AuditValue subject={subject.type} field={field} value={after} known={names} />
                      </td>
                    </>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Drawer>
  );
}

/** Which rows a file had, with the list's own words for its filters. */
function ExportedList({ name, filters, trashed }: NonNullable<ReturnType<typeof exportedList>>) {
  const { t } = useTranslation();
  const resource = useContext(PlacesContext).resources[name];
  if (filters.length === 0 && trashed === 'without')
    return <p className="audit-frame muted">{t('audit.whole')}</p>;
  return (
    <div className="audit-frame">
      <h2>{t('list.filters')}</h2>
      <ul>
        {[...new Set(filters.map(({ field }) => field))].map((field) => {
          const ofField = filters.filter((filter) => filter.field === field);
          return (
            <li key={field}>
              {resource ? (
                <FilterWords resource={resource} filters={ofField} />
              ) : (
                ofField.map(({ op, value }) => `${field} ${op} ${[value].flat().join(', ')}`).join('; ')
              )}
            </li>
          );
        })}
        {trashed !== 'without' && <li>{t(`list.trashed.${trashed}`)}</li>}
      </ul>
    </div>
  );
}
