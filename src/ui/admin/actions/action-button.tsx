import { App, type ButtonProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Guarded } from '#web/providers/access-control-provider.ts';
import { useHolds } from '#web/ui/admin/resource/admin-context.ts';
import { GuardedButton } from './guarded-button.tsx';
import { type RowAction, useRowAction } from './use-row-action.tsx';

/**
 * A button that does something to one row after asking: the question says what will happen and how to undo it. Not
 * there without the permission; disabled with the reason where everything is view-only.
 */
export function ActionButton({
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
  /** The route that the act calls. */
  needs: Guarded;
  label: string;
  /** Without one it is done at once. */
  question?: { title: string; text: ReactNode };
  act: RowAction;
}) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const { act, isRunning } = useRowAction(resource, id);
  const isHeld = useHolds()(needs);
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
