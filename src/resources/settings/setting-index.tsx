import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { SearchIcon } from '#web/ui/admin/kit/icons.tsx';
import { matching } from '#web/ui/admin/palette/palette-entries.ts';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';
import { settingGroups } from './setting-fields.tsx';
import { type GroupName, settingPath } from './setting-groups.ts';

/** The way to each group, and to each setting by its words. `unsaved`: the groups that were typed into. */
export function SettingIndex({ open, unsaved }: { open: GroupName; unsaved: ReadonlySet<GroupName> }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const found = useFound(typed);
  const isSeeking = typed.trim() !== '';
  const leave = () => setTyped('');
  return (
    <nav className="setting-index" aria-label={t('settings.index')}>
      <Input
        type="search"
        prefix={<SearchIcon />}
        aria-label={t('settings.find')}
        placeholder={t('settings.find')}
        autoComplete="off"
        allowClear
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onPressEnter={() => {
          const [first] = found;
          if (!isSeeking || !first) return;
          leave();
          void navigate(first.to, { replace: true });
        }}
      />
      {isSeeking && found.length === 0 && <p className="muted">{t('settings.notFound')}</p>}
      {isSeeking
        ? found.map(({ to, label, group }) => (
            <Link key={to} to={to} replace className="setting-found" onClick={leave}>
              {label}
              <span className="muted">{group}</span>
            </Link>
          ))
        : settingGroups.map(({ name }) => (
            <Link
              key={name}
              to={settingPath(name)}
              // Without a step of the history: "Back" leaves the page.
              replace
              className={name === open ? 'setting-part active' : 'setting-part'}
              aria-current={name === open ? 'page' : undefined}
            >
              {t(declaredKey(`settings.groups.${name}`))}
              {unsaved.has(name) && <span className="setting-unsaved">{t('settings.unsaved')}</span>}
            </Link>
          ))}
    </nav>
  );
}

/** The settings whose name, help or lines have all typed words. */
function useFound(typed: string) {
  const { t } = useTranslation();
  const all = settingGroups.flatMap(({ name: group, fields }) => {
    const shown = t(declaredKey(`settings.groups.${group}`));
    return fields.map((field) => {
      const label = t(declaredKey(`settings.fields.${field.name}`));
      const help = t(declaredKey(`settings.help.${field.name}`));
      const lines = field.kind === 'part' ? field.places.map((place) => field.labelOf?.(t, place) ?? '') : [];
      const name = [label, help, shown, ...lines].join(' ');
      return { name, label, group: shown, to: settingPath(group, field.name) };
    });
  });
  return matching(all, typed);
}
