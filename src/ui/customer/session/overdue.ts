import { useEffect, useState } from 'react';

/** True once the page has waited one and a half times the estimate. */
export function useOverdue(estimateSeconds: number | null): boolean {
  const [isOverdue, setIsOverdue] = useState(false);
  useEffect(() => {
    if (estimateSeconds === null) return;
    const timer = setTimeout(() => setIsOverdue(true), Math.max(10, estimateSeconds * 1.5) * 1000);
    return () => clearTimeout(timer);
  }, [estimateSeconds]);
  return isOverdue;
}
