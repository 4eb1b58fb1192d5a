import { Button, type ButtonProps } from 'antd';
import type { Permission } from '#contract/permissions.ts';
import { useMay } from '#web/ui/admin-context.ts';
import { Hint } from '#web/ui/hint.tsx';

/** A button that changes something: disabled, with the reason in a tooltip, for whoever may not. */
export function GuardedButton({
  needs,
  hint,
  ...button
}: Omit<ButtonProps, 'disabled'> & { needs: Permission; hint?: string }) {
  const may = useMay()(needs, { write: true });
  return (
    <Hint text={may.reason ?? hint}>
      <Button {...button} disabled={!may.allowed} />
    </Hint>
  );
}
