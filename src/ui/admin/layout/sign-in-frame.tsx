import type { ReactNode } from 'react';
import { BrandName } from '#web/ui/admin/kit/brand-name.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import './admin-layout.css';
import './sign-in-frame.css';

/** The frame of staff's screens before the login: one column, the brand at the top. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="sign-in-page">
      <header className="sign-in-header">
        <span className="panel-brand">
          <BrandName more="Admin" />
        </span>
        <div className="admin-header-menus">
          <LanguageMenu />
          <ThemeMenu />
        </div>
      </header>
      <main className="sign-in-card">
        <PageHeading title={title} />
        {children}
      </main>
    </div>
  );
}
