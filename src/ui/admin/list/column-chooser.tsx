import { Button, Checkbox, Input, Popover } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChosenColumns, moved, placed, toggled } from '#web/ui/admin/list/state/column-choice.ts';
import { ColumnsIcon, DownIcon, UpIcon } from '#web/ui/admin/kit/icons.tsx';
import type { ListedResource } from '#web/ui/admin/resource/define-resource.ts';
import { fieldName } from '#web/ui/admin/resource/own-fields.ts';
import { useDragToPlace } from '#web/ui/admin/list/state/drag-to-place.ts';

/** Chooses the visible columns and their order; both are stored. */
export function ColumnChooser({
  resource,
  choice,
  choose,
  reset,
}: ChosenColumns & { resource: ListedResource }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const draggable = useDragToPlace((field, onto) => choose((now) => placed(now, field, onto)));
  const isFound = (field: string) =>
    fieldName(t, resource, field).toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase());
  return (
    <Popover
      trigger="click"
      placement="bottom"
      arrow={false}
      content={
        <div className="column-chooser">
          {choice.fields.length > manyColumns && (
            <Input
              allowClear
              placeholder={t('list.search')}
              aria-label={t('list.search')}
              value={typed}
              onChange={({ target: { value } }) => setTyped(value)}
            />
          )}
          <ul>
            {choice.fields.map((field, place) => {
              if (!isFound(field)) return null;
              const label = fieldName(t, resource, field);
              const isShown = choice.shown.includes(field);
              return (
                <li key={field} {...draggable(field)}>
                  <Checkbox
                    checked={isShown}
                    disabled={isShown && choice.shown.length === 1}
                    onChange={() => choose((now) => toggled(now, field))}
                  >
                    {label}
                  </Checkbox>
                  <Button
                    type="text"
                    size="small"
                    icon={<UpIcon />}
                    disabled={place === 0}
                    aria-label={t('list.columns.earlier', { name: label })}
                    onClick={() => choose((now) => moved(now, field, -1, choice.fields))}
                  />
                  <Button
                    type="text"
                    size="small"
                    icon={<DownIcon />}
                    disabled={place === choice.fields.length - 1}
                    aria-label={t('list.columns.later', { name: label })}
                    onClick={() => choose((now) => moved(now, field, 1, choice.fields))}
                  />
                </li>
              );
            })}
          </ul>
          <Button type="link" size="small" onClick={reset}>
            {t('list.columns.reset')}
          </Button>
        </div>
      }
    >
      <Button icon={<ColumnsIcon />} aria-haspopup="dialog">
        <span className="tool-words">{t('list.columns.title')}</span>
      </Button>
    </Popover>
  );
}

/** More than this many are found by typing. */
const manyColumns = 12;
