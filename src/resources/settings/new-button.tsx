import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#web/ui/admin-context.ts';
import { GuardedButton } from '#web/ui/guarded-button.tsx';
import { draftNameOf, useDraftDialog } from '#web/ui/form/kept-draft.ts';

/** Opens the dialog of a new row, for whoever may make one; its words are `NAME.new`. */
export function NewButton({ name, dialog }: { name: string; dialog: (close: () => void) => ReactNode }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useDraftDialog(draftNameOf(name, undefined));
  if (!useMay()('settings.write', { write: false }).allowed) return null;
  return (
    <>
      <GuardedButton needs="settings.write" type="primary" onClick={() => setOpen(true)}>
        {t(`${name}.new`)}
      </GuardedButton>
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}
