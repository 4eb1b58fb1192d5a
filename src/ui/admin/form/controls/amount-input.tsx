import { Input, type InputProps } from 'antd';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';

export type AmountInputProps = Omit<InputProps, 'suffix' | 'inputMode'>;

/** An amount typed in whole units of the installation's currency; its value is text (`amount.ts` reads it). */
export function AmountInput(props: AmountInputProps) {
  const { sign } = useFormats();
  return <Input autoComplete="off" className="short-input" {...props} inputMode="decimal" suffix={sign} />;
}
