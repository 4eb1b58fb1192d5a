import { PartsPage } from './parts-page.tsx';

/** Money of all clients: documents, payments and what else accountants work with, each at `/admin-panel/money/PART`. */
export function Component() {
  return <PartsPage tab="money" />;
}
