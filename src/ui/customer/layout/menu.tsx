import { type ReactNode, useEffect, useRef } from 'react';

/** A list under a button of the bar; one is open at a time, and a choice or a click elsewhere closes it. */
export function Menu({ name, shown, children }: { name: string; shown: ReactNode; children: ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = ({ target }: Event) => {
      const { current } = menu;
      if (!current?.open || !(target instanceof Element)) return;
      if (!current.contains(target) || target.closest('a, button')) current.open = false;
    };
    const escape = ({ key }: KeyboardEvent) => {
      const { current } = menu;
      if (key !== 'Escape' || !current?.open) return;
      current.open = false;
      current.querySelector('summary')?.focus();
    };
    document.addEventListener('click', close);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('click', close);
      document.removeEventListener('keydown', escape);
    };
  }, []);
  return (
    <details className={`site-menu ${name}`} name="site-menu" ref={menu}>
      <summary>{shown}</summary>
      {children}
    </details>
  );
}
