import { Tooltip } from 'antd';
import type { ReactElement } from 'react';
import { tooltipDelayMs } from '#web/ui/shared/theme.ts';

/** A tooltip after 50 ms, on hover and on focus; nothing without a text. */
export function Hint({ text, children }: { text: string | undefined; children: ReactElement }) {
  return (
    <Tooltip title={text} mouseEnterDelay={tooltipDelayMs / 1000}>
      {children}
    </Tooltip>
  );
}
