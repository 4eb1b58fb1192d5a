import { Modal } from 'antd';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { printListQuery } from '#contract/list-query.ts';
import { containing, sought } from '#web/providers/list-pattern.ts';
import { ClientState } from '#web/resources/clients/client-cells.tsx';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { useFormats, useMay } from '#web/ui/admin-context.ts';
import { listPath, showPath } from '#web/ui/define-resource.ts';
import { SearchIcon } from '#web/ui/icons.tsx';
import { type FoundClients, usePaletteClients } from '#web/ui/palette/palette-clients.ts';
import type { TypedAhead } from '#web/ui/palette/palette-button.tsx';
import { matching, paletteEntries } from '#web/ui/palette/palette-entries.ts';
import './palette.css';

interface Option {
  key: string;
  to: string;
  /** First a client is chosen. */
  ofClient?: boolean;
  /** The server has found it. */
  isFound?: boolean;
  shown: ReactNode;
}

interface Group {
  key: string;
  title: string;
  options: Option[];
}

/**
 * Go anywhere one may go, begin what one may begin, find a client by anything (DESIGN section 9): a combobox whose
 * choices are below it; arrows choose, Enter goes.
 */
export default function Palette({
  typed: { text: typed, isEntered },
  onTyped,
  onClose,
}: {
  /** Kept outside: typing may begin before this is loaded. */
  typed: TypedAhead;
  onTyped: (typed: TypedAhead) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const navigate = useNavigate();
  const may = useMay();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  /** What is to be done to the client that is looked for. */
  const [act, setAct] = useState<{ name: string; after: string } | null>(null);
  const mayFind = may('clients.read', { write: false }).allowed;
  const found = usePaletteClients(typed, { enabled: mayFind });
  const groups = groupsOf();
  const options = groups.flatMap((group) => group.options);
  const active = options.find(({ key }) => key === chosen) ?? options[0];
  // The clients shown while the server is asked were found by less than is typed now.
  const isOfBefore = active === undefined || active.isFound === true;
  const isToWait = found.state === 'searching' && chosen === null && isOfBefore;

  useEffect(() => {
    if (isEntered && active && !isToWait) go(active);
  });

  return (
    <Modal
      open
      footer={null}
      closable={false}
      width={620}
      rootClassName="palette"
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && field.current?.focus()}
      title={act?.name ?? t('palette.open')}
    >
      <div className="palette-field">
        <SearchIcon />
        {act && <span className="palette-act">{act.name}</span>}
        <input
          ref={field}
          // At once: whoever opens it types on before the dialog has come in.
          autoFocus
          onFocus={({ target }) => target.setSelectionRange(typed.length, typed.length)}
          type="text"
          role="combobox"
          aria-label={t('palette.label')}
          aria-expanded={options.length > 0}
          aria-controls={`${id}list`}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(active.key)}
          placeholder={t(mayFind ? 'palette.label' : 'palette.labelPlaces')}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={({ target }) => {
            onTyped({ text: target.value, isEntered: false });
            setChosen(null);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={`${id}list`} role="listbox" aria-label={t('palette.results')} className="palette-list">
        {groups.map((group) => (
          <div key={group.key} role="group" aria-labelledby={`${id}${group.key}`}>
            <div id={`${id}${group.key}`} className="palette-group">
              {group.title}
            </div>
            {group.options.map((option) => (
              <div
                key={option.key}
                id={optionId(option.key)}
                role="option"
                aria-selected={option === active}
                className={option === active ? 'palette-option active' : 'palette-option'}
                ref={(node) => {
                  if (option === active) node?.scrollIntoView({ block: 'nearest' });
                }}
                onMouseMove={() => setChosen(option.key)}
                onClick={() => go(option)}
              >
                {option.shown}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className="palette-said" role="status">
        {said(found)}
      </p>
    </Modal>
  );

  function groupsOf(): Group[] {
    const offered = (act ? [] : paletteEntries)
      .filter(({ needs, writes = false }) => needs === null || may(needs, { write: writes }).allowed)
      .map((entry) => ({ ...entry, name: t(entry.label) }));
    const named = matching(offered, typed);
    const optionsOf = (wanted: 'places' | 'actions') =>
      named
        .filter(({ group }) => group === wanted)
        .map(({ key, to, name, ofClient = false }) => ({ key, to, shown: name, ofClient }));
    const clients = {
      key: 'clients',
      title: t(typed.trim() === '' ? 'palette.recent' : 'nav.clients'),
      options: clientOptions(),
    };
    const ours = [
      { key: 'places', title: t('palette.places'), options: optionsOf('places') },
      { key: 'actions', title: t('palette.actions'), options: optionsOf('actions') },
    ];
    // What is on this page already stays where it is when the server's answer comes.
    const all = typed.trim() === '' ? [clients, ...ours] : [...ours, clients];
    return all.filter(({ options: some }) => some.length > 0);
  }

  function clientOptions(): Option[] {
    const some = found.clients.map((client) => ({
      key: client.id,
      isFound: true,
      to: showPath(clientResource, client.id) + (act?.after ?? ''),
      shown: (
        <>
          <span className="palette-name">{client.name}</span>
          <ClientState status={client.status} />
          <span className="palette-details">
            {client.email} · {client.phone_e164}
          </span>
        </>
      ),
    }));
    if (act || found.total <= some.length || typed.trim() === '') return some;
    const all = printListQuery({
      filters: [{ field: 'search', op: 'ilike', value: containing(sought(typed)) }],
    });
    const count = found.total;
    return [
      ...some,
      {
        key: 'all-found',
        isFound: true,
        to: `${listPath(clientResource)}?${all}`,
        shown: t('palette.all', { count, shown: number(count) }),
      },
    ];
  }

  function said({ state, total }: FoundClients): string {
    if (state === 'searching') return t('palette.searching');
    if (state === 'failed') return t('palette.failed');
    if (act && typed.trim() === '') return t('palette.chooseClient');
    if (options.length === 0) return t('palette.nothing');
    if (state === 'found' && typed.trim() !== '')
      return t('palette.found', { count: total, shown: number(total) });
    return '';
  }

  function optionId(key: string): string {
    return `${id}option-${key}`;
  }

  function go(option: Option): void {
    if (option.ofClient) {
      setAct({ name: String(option.shown), after: option.to });
      onTyped({ text: '', isEntered: false });
      setChosen(null);
      field.current?.focus();
      return;
    }
    onClose();
    void navigate(option.to);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const place = active ? options.indexOf(active) : -1;
    const last = options.length - 1;
    const next: Partial<Record<string, number>> = {
      ArrowDown: place === last ? 0 : place + 1,
      ArrowUp: place <= 0 ? last : place - 1,
      PageDown: Math.min(place + 8, last),
      PageUp: Math.max(place - 8, 0),
    };
    const target = next[event.key];
    if (target !== undefined) {
      event.preventDefault();
      setChosen(options[target]?.key ?? null);
    } else if (event.key === 'Backspace' && act && typed === '') {
      setAct(null);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      onTyped({ text: typed, isEntered: true });
    }
  }
}
