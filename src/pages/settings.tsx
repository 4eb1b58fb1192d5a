import { PartsPage } from './parts-page.tsx';

/** The parts of the settings, each at `/admin-panel/settings/PART`. */
export function Component() {
  return <PartsPage tab="settings" />;
}
