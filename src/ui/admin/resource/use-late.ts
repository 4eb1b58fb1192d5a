import { useEffect, useState } from 'react';

/** An answer that comes sooner changes the screen once, without a skeleton in between. */
const quickMs = 150;

/** Whether what the screen waits for is no quick answer any more. */
export function useLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setLate(true), quickMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isWaiting]);
  return isWaiting && isLate;
}
