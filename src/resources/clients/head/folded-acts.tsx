import { Button, Dropdown, type MenuProps } from 'antd';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoreIcon } from '#web/ui/admin/kit/icons.tsx';

type Items = NonNullable<MenuProps['items']>;

/**
 * Acts that have no place of their own: a menu lists the buttons that are its children and presses them, and keys find
 * them as any other button. `items` come after them; no menu is there for nothing.
 */
export function FoldedActs({ name, items, children }: { name: string; items: Items; children?: ReactNode }) {
  const { t } = useTranslation();
  const folded = useRef<HTMLDivElement>(null);
  const [buttons, setButtons] = useState<Items>([]);
  const [isEmpty, setEmpty] = useState(true);
  const label = t('clients.more', { name });
  // Its children know themselves what they may do.
  useLayoutEffect(
    () => setEmpty(items.length === 0 && !folded.current?.querySelector(pressed)),
    [items.length, children],
  );
  return (
    <>
      <div ref={folded} hidden>
        {children}
      </div>
      {!isEmpty && (
        <Dropdown
          trigger={['click']}
          onOpenChange={(isOpen) => isOpen && folded.current && setButtons(itemsOf(folded.current))}
          menu={{ items: [...buttons, ...items] }}
        >
          <Button icon={<MoreIcon />} aria-label={label} title={label} />
        </Dropdown>
      )}
    </>
  );
}

const pressed = 'button, a';

function itemsOf(folded: HTMLElement): Items {
  return [...folded.querySelectorAll<HTMLElement>(pressed)].map((button) => {
    const label = button.textContent.trim();
    return { key: label, label, disabled: button.matches(':disabled'), onClick: () => button.click() };
  });
}
