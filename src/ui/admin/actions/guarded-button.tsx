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
  // A button of an icon alone says its name there.
  const name = button.children === undefined ? button['aria-label'] : undefined;
  const usual = [name, shortcut?.toUpperCase()].filter(Boolean).join(' · ') || undefined;
  return (
    <Hint text={may.reason ?? hint ?? usual}>
      <Button {...button} disabled={!may.allowed} aria-keyshortcuts={shortcut} />
    </Hint>
  );
}
