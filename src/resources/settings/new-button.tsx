import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { GuardedButton } from '#web/ui/guarded-button.tsx';
import { draftNameOf, useDraftDialog } from '#web/ui/kept-draft.ts';

/** Opens the dialog of a new row; its words are `NAME.new`. */
export function NewButton({ name, dialog }: { name: string; dialog: (close: () => void) => ReactNode }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useDraftDialog(draftNameOf(name, undefined));
  return (
    <>
      <GuardedButton needs="settings.write" type="primary" onClick={() => setOpen(true)}>
        {t(`${name}.new`)}
      </GuardedButton>
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}
