import { Skeleton } from 'antd';
import './admin-layout.css';

/** The panel's frame while its first screen is loading, so that nobody looks at an empty window. */
export function AwaitedPanel() {
  // The sign-in has no frame.
  if (!location.pathname.startsWith('/admin-panel')) return null;
  return (
    <div className="admin-page" aria-busy="true">
      <header className="admin-header admin-header-awaited" />
      <main className="admin-content">
        <Skeleton active paragraph={{ rows: 8 }} />
      </main>
    </div>
  );
}
