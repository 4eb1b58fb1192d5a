import { App, type ButtonProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Guarded } from '#web/providers/access-control-provider.ts';
import { useHolds } from '#web/ui/admin/resource/admin-context.ts';
import type { ActWords, BeginningOf, TextKey } from '#web/ui/admin/resource/declared-key.ts';
import { GuardedButton } from './guarded-button.tsx';
import type { RowAction } from '#web/ui/admin/resource/row-action.ts';
import { useRowAction } from './use-row-action.tsx';

/** An action's texts: `TEXTS.title` and `.text` ask, `.done` is said afterwards, `.go` is on the button unless `label` is. */
type ActTexts =
  | { texts: AskedTexts & BeginningOf<'go'>; label?: undefined }
  | { texts: AskedTexts; label: TextKey };
type AskedTexts = BeginningOf<'title'> & BeginningOf<'text'> & BeginningOf<'done'>;

/**
 * A button for an action on one row. First it asks, saying what will happen and how to undo it. It is absent without
 * the permission, and disabled with the reason where everything is view-only.
 */
export function ActionButton({
  resource,
  id,
  needs,
  texts,
  label,
  words = {},
  text,
  send,
  undo,
  shortcut,
  ...button
}: Pick<ButtonProps, 'danger' | 'size' | 'type'> &
  ActTexts & {
    resource: string;
    id: string;
    /** The route that the action calls. */
    needs: Guarded;
    words?: ActWords;
    /** Where `TEXTS.text` does not say all of it. */
    text?: ReactNode;
    /** The key that presses it. */
    shortcut?: string;
  } & Pick<RowAction, 'send' | 'undo'>) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const { run, isRunning } = useRowAction(resource, id);
  if (!useHolds()(needs)) return null;
  const go = label ? t(label) : t(`${texts}.go`);
  const ask = () =>
    void modal.confirm({
      title: t(`${texts}.title`, words),
      content: text ?? t(`${texts}.text`),
      okText: go,
      okButtonProps: { danger: button.danger === true },
      cancelText: t('actions.cancel'),
      icon: null,
      width: '30rem',
      onOk: () => run({ send, undo, done: t(`${texts}.done`, words) }),
    });
  return (
    <GuardedButton {...button} needs={needs} shortcut={shortcut} loading={isRunning} onClick={ask}>
      {go}
    </GuardedButton>
  );
}
