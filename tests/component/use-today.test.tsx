import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useToday } from '#web/ui/admin/kit/use-today.ts';

afterEach(() => void vi.useRealTimers());

it('goes on to the next day of the installation while the page stays open', () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-29T20:59:30.000Z') });
  const { result } = renderHook(() => useToday('Europe/Kyiv'));
  expect(result.current).toBe('2026-03-29');
  act(() => void vi.advanceTimersByTime(60_000));
  expect(result.current).toBe('2026-03-30');
});
