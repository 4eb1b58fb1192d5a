import { Button, Form } from 'antd';
import type { ReactNode } from 'react';

/** Sends a form that is one of several on its screen: filled as soon as something was typed, so that one button stands out. */
export function SaveButton({
  sending,
  isDisabled,
  children,
}: {
  sending: boolean;
  isDisabled?: boolean;
  children: ReactNode;
}) {
  const form = Form.useFormInstance();
  const isTouched = Form.useWatch(() => form.isFieldsTouched(), form) ?? false;
  return (
    <Button
      type={isTouched ? 'primary' : 'default'}
      htmlType="submit"
      loading={sending}
      disabled={isDisabled}
    >
      {children}
    </Button>
  );
}
