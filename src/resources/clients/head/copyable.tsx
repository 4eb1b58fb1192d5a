import { App, Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyIcon } from '#web/ui/admin/kit/icons.tsx';

/** What is dictated and pasted elsewhere, with a button that copies it; `label` is the button's. */
export function Copyable({ text, label, children }: { text: string; label: string; children: ReactNode }) {
  const { t } = useTranslation();
  const { notification } = App.useApp();
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      notification.success({ message: t('copy.secretDone') });
    } catch {
      // Without https a browser has no clipboard; the text can still be selected.
      notification.info({ message: t('copy.secretByHand') });
    }
  }
  return (
    <>
      {children}
      <Button type="text" size="small" icon={<CopyIcon />} aria-label={label} onClick={() => void copy()} />
    </>
  );
}
