import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { paletteKeys } from '#web/ui/admin/palette/palette-button.tsx';
import './key-sheet.css';

const keysOf = {
  search: ['/'],
  palette: [paletteKeys],
  rows: ['j', 'k', '↓', '↑'],
  open: ['Enter'],
  select: ['x'],
  columnMenu: ['Shift F10'],
  close: ['Esc'],
  sheet: ['?'],
} as const;

/** The keys of the panel and what they do. */
export default function KeySheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal open title={t('keys.title')} onCancel={onClose} footer={null} width={440}>
      <dl className="key-sheet">
        {Object.entries(keysOf).map(([does, keys]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(`keys.${does as keyof typeof keysOf}`)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
