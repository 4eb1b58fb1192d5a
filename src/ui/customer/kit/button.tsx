import type { ComponentPropsWithRef } from 'react';
import { Link, type LinkProps } from '#web/ui/customer/router/router.tsx';

type Look = 'primary' | 'secondary' | 'text' | 'danger';

/** `busy`: it is working; `isHeld`: it may not be used yet. Both ignore clicks and keep the focus. */
export function Button({
  look = 'primary',
  busy = false,
  isHeld = false,
  ...button
}: ComponentPropsWithRef<'button'> & { look?: Look; busy?: boolean; isHeld?: boolean }) {
  return (
    <button
      type="button"
      {...button}
      className={`button ${look}`}
      aria-disabled={busy || isHeld || undefined}
      data-busy={busy || undefined}
      onClick={busy || isHeld ? (event) => event.preventDefault() : button.onClick}
    />
  );
}

export function ButtonLink({ look = 'primary', ...link }: LinkProps & { look?: Look }) {
  return <Link {...link} className={`button ${look}`} />;
}
