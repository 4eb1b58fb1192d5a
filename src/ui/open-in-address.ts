import { useSearchParams } from 'react-router';

/** Whether the address asks to open something at once (`?open=NAME`), and how it forgets that. */
export function useOpenInAddress(name: string): [isAsked: boolean, forget: () => void] {
  const [parameters, setParameters] = useSearchParams();
  return [parameters.get('open') === name, forget];

  function forget(): void {
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('open');
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  }
}
