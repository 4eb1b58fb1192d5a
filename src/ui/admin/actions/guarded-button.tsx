import { Button, type ButtonProps } from 'antd';
import type { Guarded } from '#web/providers/access-control-provider.ts';
import { useMay } from '#web/ui/admin/resource/admin-context.ts';
import { Hint } from '#web/ui/admin/kit/hint.tsx';

/**
 * A button that changes something: disabled without the permission, with the reason in a tooltip. Where a key presses
 * it, the tooltip says which.
 */
export function GuardedButton({
  needs,
  hint,
  shortcut,
  ...button
}: Omit<ButtonProps, 'disabled'> & {
  needs: Guarded;
  hint?: string | undefined;
  shortcut?: string | undefined;
}) {
  const may = useMay()(needs);
  return (
    <Hint text={may.reason ?? hint ?? shortcut?.toUpperCase()}>
      <Button {...button} disabled={!may.allowed} aria-keyshortcuts={shortcut} />
    </Hint>
  );
}
