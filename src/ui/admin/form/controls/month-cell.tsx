import type { Dayjs } from 'dayjs';
import { cloneElement, type ReactElement } from 'react';
import './month-cell.css';

/** `cellRender` of a choice of months: marks the present one, as antd marks only the present day. */
export function monthCell(
  month: string | number | Dayjs,
  { originNode, today, type }: { originNode: ReactElement; today: Dayjs; type: string },
): ReactElement {
  if (type !== 'month' || !today.isSame(month, 'month')) return originNode;
  return cloneElement(originNode as ReactElement<{ className: string; 'aria-current': 'date' }>, {
    className: 'ant-picker-cell-inner this-month',
    'aria-current': 'date',
  });
}
