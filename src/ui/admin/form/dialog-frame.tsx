import { App, Modal, type ModalProps } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface FrameProps extends Pick<
  ModalProps,
  'title' | 'width' | 'footer' | 'okText' | 'okButtonProps' | 'confirmLoading' | 'onOk'
> {
  /** Something was typed that closing would lose. */
  isDirty?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The frame of every dialog that is typed into: its first field has the focus, and neither a click outside nor Esc
 * loses what was typed.
 */
export function DialogFrame({ isDirty = false, onClose, children, ...modal }: FrameProps) {
  const { t } = useTranslation();
  const body = useRef<HTMLDivElement>(null);
  const ask = useAskToDiscard();
  return (
    <Modal
      open
      cancelText={t('actions.cancel')}
      // The button says what it does; Esc and the cross may be meant for something else.
      onCancel={(event) => (isDirty && !isOfFoot(event) ? void ask(onClose) : onClose())}
      maskClosable={false}
      // antd moves the focus to the dialog itself once it has opened.
      afterOpenChange={(isOpen) => isOpen && body.current?.querySelector<HTMLElement>(typedInto)?.focus()}
      {...modal}
    >
      <div ref={body}>{children}</div>
    </Modal>
  );
}

const typedInto = 'input:not([type=radio], [type=checkbox], [disabled]), textarea';

function isOfFoot({ type, target }: { type: string; target: EventTarget | null }): boolean {
  return type === 'click' && target instanceof HTMLElement && target.closest('.ant-modal-footer') !== null;
}

/** Asks before what was typed is lost. The safe answer has the focus, and Esc is that answer. */
function useAskToDiscard(): (discard: () => void) => Promise<void> {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const isAsking = useRef(false);
  return async (discard) => {
    if (isAsking.current) return;
    isAsking.current = true;
    const isMeant = await modal.confirm({
      title: t('form.discard.title'),
      okText: t('form.discard.go'),
      okButtonProps: { danger: true },
      cancelText: t('form.discard.keep'),
      autoFocusButton: 'cancel',
      icon: null,
      width: '25rem',
    });
    isAsking.current = false;
    if (isMeant) discard();
  };
}
