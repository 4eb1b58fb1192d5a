import { useSearchParams } from 'react-router';

/**
 * Whether something is open, kept in the address (`?open=NAME`): a link can open it, and it opens again after a
 * login.
 */
export function useOpenInAddress(name: string): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [parameters, setParameters] = useSearchParams();
  return [parameters.get('open') === name, setOpen];

  function setOpen(isOpen: boolean): void {
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        if (isOpen) after.set('open', name);
        else after.delete('open');
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  }
}
