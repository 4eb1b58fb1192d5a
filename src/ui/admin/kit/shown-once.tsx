import { App, Button, Input, Modal, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { CopyIcon } from './icons.tsx';

interface ShownOnceProps {
  title: string;
  text: string;
  secret: string;
  /** The button's text: that it is kept now. */
  okText: string;
  onClose: () => void;
}

/** A secret that nobody can see again: the dialog closes by its button alone. */
export function ShownOnce({ title, text, secret, okText, onClose }: ShownOnceProps) {
  const { t } = useTranslation();
  const { notification } = App.useApp();

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(secret);
      notification.success({ message: t('copy.secretDone') });
    } catch {
      // Without https a browser has no clipboard; the text can still be selected.
      notification.info({ message: t('copy.secretByHand') });
    }
  }

  return (
    <Modal
      open
      title={title}
      closable={false}
      maskClosable={false}
      keyboard={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {okText}
        </Button>
      }
    >
      <p>{text}</p>
      <Space.Compact block>
        <Input readOnly value={secret} aria-label={title} onFocus={({ target }) => target.select()} />
        <Button icon={<CopyIcon />} onClick={() => void copy()}>
          {t('copy.copy')}
        </Button>
      </Space.Compact>
    </Modal>
  );
}
