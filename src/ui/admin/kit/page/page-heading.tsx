import { type ReactNode, useEffect } from 'react';
import { isolated } from '#contract/contact/right-to-left.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import './page-heading.css';

/** The window's title while a screen is open: "Clients · PRODUCT Admin" (specification, section 1). */
export function usePageTitle(title: string): void {
  const { config } = useAdmin();
  useEffect(() => {
    document.title = `${isolated(title)} · ${config.productName} Admin`;
  }, [title, config]);
}

/** The heading of a screen, and the window's title. `title`: if the window's title differs. */
export function PageHeading({
  title,
  ...heading
}: { title: string; children?: ReactNode } & Pick<React.ComponentProps<'h1'>, 'id' | 'className'>) {
  usePageTitle(title);
  return <h1 {...heading}>{heading.children ?? <bdi>{title}</bdi>}</h1>;
}

/** The window's title where there is no heading yet. */
export function PageTitle({ title }: { title: string }): null {
  usePageTitle(title);
  return null;
}
