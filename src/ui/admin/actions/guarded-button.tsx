import { Button, type ButtonProps } from 'antd';
import type { Guarded } from '#web/providers/access-control-provider.ts';
import { useMay } from '#web/ui/admin/resource/admin-context.ts';
import { Hint } from '#web/ui/admin/kit/hint.tsx';

/** A button that changes something: disabled without the permission, with the reason in a tooltip. */
export function GuardedButton({
  needs,
  hint,
  ...button
}: Omit<ButtonProps, 'disabled'> & { needs: Guarded; hint?: string }) {
  const may = useMay()(needs);
  return (
    <Hint text={may.reason ?? hint}>
      <Button {...button} disabled={!may.allowed} />
    </Hint>
  );
}
