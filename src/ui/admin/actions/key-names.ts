import { useTranslation } from 'react-i18next';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** How the keys that open the palette and send a form are written on this machine, in the reader's language. */
export function useKeyNames() {
  const { t } = useTranslation();
  const control = t('keys.control');
  return isApple ? { palette: '⌘K', send: '⌘ Enter' } : { palette: `${control} K`, send: `${control} Enter` };
}
