import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Shows how long an import has taken, and whether the connection holds. */
export function ImportProgress({ isLost }: { isLost: boolean }) {
  const { t } = useTranslation();
  const seconds = useSeconds();
  return (
    <div className="import-progress">
      <p role="status">{t(isLost ? 'clients.import.lost' : 'clients.import.running')}</p>
      <span aria-hidden="true" className="muted">
        {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
      </span>
    </div>
  );
}

function useSeconds(): number {
  const [start] = useState(() => Date.now());
  const [now, setNow] = useState(start);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.floor((now - start) / 1000);
}
