import { Modal } from 'antd';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { SearchIcon } from '#web/ui/admin/kit/icons.tsx';
import type { TypedAhead } from './palette-button.tsx';
import { type ClientAction, type Group, type Option, usePaletteOptions } from './palette-options.tsx';
import './palette.css';

/**
 * Opens places, starts actions, and finds clients by anything (DESIGN section 9): a combobox with its options below.
 * Arrows choose, Enter opens.
 */
export default function Palette({
  typed: { text: typed, isEntered },
  onTyped,
  onClose,
}: {
  /** Kept outside, because typing may begin before this is loaded. */
  typed: TypedAhead;
  onTyped: (typed: TypedAhead) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [action, setAction] = useState<ClientAction | null>(null);
  const { groups, state, said, mayFind } = usePaletteOptions(typed, action);
  const { options, active, isToWait, setChosen } = useActive(groups, state === 'searching');
  const type = (text: string) => {
    onTyped({ text, isEntered: false });
    setChosen(null);
  };

  useEffect(() => {
    if (isEntered && active && !isToWait) go(active);
  });

  function go(option: Option): void {
    if (!option.ofClient) {
      onClose();
      return option.press ? option.press() : void navigate(option.to);
    }
    setAction({ name: String(option.shown), page: option.ofClient, after: option.to });
    type('');
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const target = moved(event.key, active ? options.indexOf(active) : -1, options.length - 1);
    if (event.key === 'Backspace' && action && typed === '') setAction(null);
    if (target === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (target === undefined) onTyped({ text: typed, isEntered: true });
    else setChosen(options[target]?.key ?? null);
  }

  return (
    <Modal
      open
      footer={null}
      closable={false}
      width="38.75rem"
      rootClassName="palette"
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && field.current?.focus()}
      title={action?.name ?? t('palette.open')}
    >
      <div className="palette-field">
        <SearchIcon />
        {action && <span className="palette-action">{action.name}</span>}
        <input
          ref={field}
          {...comboboxOf(id, options, active)}
          aria-label={t('palette.label')}
          // At once, because people type on before the dialog has opened.
          autoFocus
          onFocus={({ target }) => target.setSelectionRange(typed.length, typed.length)}
          placeholder={t(mayFind ? 'palette.label' : 'palette.labelPlaces')}
          value={typed}
          onChange={({ target }) => type(target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <Choices id={id} groups={groups} active={active} onChosen={setChosen} onGo={go} />
      <p className="palette-said" role="status">
        {said}
      </p>
    </Modal>
  );
}

/** The option that is meant: the one chosen by hand, else the first. */
function useActive(groups: readonly Group[], isSearching: boolean) {
  const options = groups.flatMap((group) => group.options);
  const [chosen, setChosen] = useState<string | null>(null);
  const active = options.find(({ key }) => key === chosen) ?? options[0];
  // While the server is asked, the clients on the screen match an earlier text.
  const isOfBefore = active === undefined || active.isFound === true;
  return { options, active, isToWait: isSearching && chosen === null && isOfBefore, setChosen };
}

/** What makes an input a combobox over the choices below it. */
function comboboxOf(id: string, options: readonly Option[], active: Option | undefined) {
  return {
    type: 'text',
    role: 'combobox',
    'aria-expanded': options.length > 0,
    'aria-controls': `${id}list`,
    'aria-autocomplete': 'list',
    'aria-activedescendant': active && `${id}option-${active.key}`,
    autoComplete: 'off',
    spellCheck: false,
    maxLength: 200,
  } as const;
}

function Choices({
  id,
  groups,
  active,
  onChosen,
  onGo,
}: {
  id: string;
  groups: readonly Group[];
  active: Option | undefined;
  onChosen: (key: string) => void;
  onGo: (option: Option) => void;
}) {
  const { t } = useTranslation();
  return (
    <div id={`${id}list`} role="listbox" aria-label={t('palette.results')} className="palette-list">
      {groups.map((group) => (
        <div key={group.key} role="group" aria-labelledby={`${id}${group.key}`}>
          <div id={`${id}${group.key}`} className="palette-group">
            {group.title}
          </div>
          {group.options.map((option) => (
            <div
              key={option.key}
              id={`${id}option-${option.key}`}
              role="option"
              aria-selected={option === active}
              className={option === active ? 'palette-option active' : 'palette-option'}
              ref={(node) => {
                if (option === active) node?.scrollIntoView({ block: 'nearest' });
              }}
              onMouseMove={() => onChosen(option.key)}
              onClick={() => onGo(option)}
            >
              {option.shown}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The option to which a key moves; undefined for any other key. */
function moved(key: string, place: number, last: number): number | undefined {
  const next: Partial<Record<string, number>> = {
    ArrowDown: place === last ? 0 : place + 1,
    ArrowUp: place <= 0 ? last : place - 1,
    PageDown: Math.min(place + 8, last),
    PageUp: Math.max(place - 8, 0),
  };
  return next[key];
}
