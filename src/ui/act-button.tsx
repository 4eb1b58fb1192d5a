import { App, type ButtonProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Permission } from '#contract/permissions.ts';
import { useMay } from '#web/ui/admin-context.ts';
import { GuardedButton } from '#web/ui/guarded-button.tsx';
import { type Act, useAct } from '#web/ui/use-act.tsx';

/**
 * A button that does something to one row after asking: the question says what will happen and how to undo it. Not
 * there for whoever lacks the permission; disabled with the reason where everything is view-only.
 */
export function ActButton({
  resource,
  id,
  needs,
  label,
  question,
  act: wanted,
  ...button
}: Pick<ButtonProps, 'danger' | 'icon' | 'type'> & {
  resource: string;
  id: string;
  needs: Permission;
  label: string;
  /** Without one it is done at once. */
  question?: { title: string; text: ReactNode };
  act: Act;
}) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const { act, isRunning } = useAct(resource, id);
  const isHeld = useMay()(needs, { write: false }).allowed;
  if (!isHeld) return null;

  function ask(): void {
    if (!question) return void act(wanted);
    void modal.confirm({
      title: question.title,
      content: question.text,
      okText: label,
      okButtonProps: { danger: button.danger === true },
      cancelText: t('actions.cancel'),
      icon: null,
      width: 480,
      onOk: () => act(wanted),
    });
  }

  return (
    <GuardedButton {...button} needs={needs} loading={isRunning} onClick={ask}>
      {label}
    </GuardedButton>
  );
}
