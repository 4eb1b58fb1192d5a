import { Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeyNames } from '#web/ui/admin/actions/key-names.ts';
import { pageKeys } from '#web/ui/admin/actions/page-keys.ts';
import './key-sheet.css';

const keysOf = {
  rows: ['j', 'k', '↓', '↑'],
  open: ['Enter'],
  select: ['x'],
  unselect: ['Esc'],
  columnMenu: ['Shift F10'],
  search: ['/'],
  toRows: ['Enter', '↓'],
  leaveSearch: ['Esc'],
  close: ['Esc'],
  sheet: ['?'],
} as const;

const ofList = ['toRows', 'leaveSearch', 'rows', 'open', 'select', 'unselect', 'columnMenu'] as const;
const everywhere = ['search', 'palette', 'send', 'close', 'sheet'] as const;

/** The keys that do something on the open page, and what they do. */
export default function KeySheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { palette, send } = useKeyNames();
  const keys = { ...keysOf, palette: [palette], send: [send] };
  const [{ acts, hasRows }] = useState(() => ({
    acts: pageKeys().filter(({ key }) => key !== '/'),
    hasRows: document.querySelector('.list-stay') !== null,
  }));
  const named = (does: readonly (keyof typeof keys)[]) =>
    does.map((one) => ({ keys: keys[one], name: t(`keys.${one}`) }));
  const ofPage = [...(hasRows ? named(ofList) : []), ...acts.map(({ key, name }) => ({ keys: [key], name }))];
  return (
    <Modal open title={t('keys.title')} onCancel={onClose} footer={null} width="27.5rem">
      {ofPage.length > 0 && <Keys title={t('keys.ofPage')} keys={ofPage} />}
      <Keys title={t('keys.everywhere')} keys={named(everywhere)} />
    </Modal>
  );
}

function Keys({ title, keys }: { title: string; keys: { keys: readonly string[]; name: string }[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="key-sheet-title">
        {title}
      </h3>
      <dl className="key-sheet">
        {keys.map(({ keys: some, name }) => (
          <div key={name}>
            <dt>
              {some.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{name}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
