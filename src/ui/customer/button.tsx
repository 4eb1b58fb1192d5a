import type { ButtonHTMLAttributes } from 'react';
import { Link, type LinkProps } from '#web/ui/customer/router.tsx';

type Look = 'primary' | 'secondary' | 'text';

/** `busy` shows that it works and ignores further clicks without losing the focus. */
export function Button({
  look = 'primary',
  busy = false,
  ...button
}: ButtonHTMLAttributes<HTMLButtonElement> & { look?: Look; busy?: boolean }) {
  return (
    <button
      type="button"
      {...button}
      className={`button ${look}`}
      aria-disabled={busy || undefined}
      data-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : button.onClick}
    />
  );
}

export function ButtonLink({ look = 'primary', ...link }: LinkProps & { look?: Look }) {
  return <Link {...link} className={`button ${look}`} />;
}
