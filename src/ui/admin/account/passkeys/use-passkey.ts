import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/providers/i18n.ts';
import { passkeyFailure } from '#web/ui/shared/passkey.ts';

/** Runs what a device has to agree to, one at a time, and keeps why it did not work. */
export function usePasskey(act: () => Promise<void>) {
  const { t } = useTranslation();
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  async function run(): Promise<void> {
    setRunning(true);
    setFailure(null);
    try {
      await act();
    } catch (error) {
      const known = passkeyFailure(error);
      setFailure(known ? t(known) : errorText(error));
    }
    setRunning(false);
  }
  return { run: () => void run(), isRunning, failure };
}
