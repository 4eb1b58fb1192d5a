import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { FailureBoundary } from '#web/ui/customer/kit/failure-boundary.tsx';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { SupportContacts } from '#web/ui/customer/kit/support-contacts.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { pathMatch } from '#web/ui/customer/router/path-match.ts';
import { useLocation } from '#web/ui/customer/router/router.tsx';

/** The frame of every customers' page: brand, language, one column (DESIGN section 9, "Look"). */
export function Layout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { key, pathname } = useLocation();
  return (
    <div className="frame" data-wide={pathMatch('/account/*', pathname) !== null || undefined}>
      <a className="skip-link" href="#content">
        {t('layout.skip')}
      </a>
      <header className="top">
        <Brand />
        <LanguageSwitch />
      </header>
      <main id="content" className="column">
        <noscript>
          <Notice kind="warning" isNews={false}>
            {t('layout.noScript')}
          </Notice>
        </noscript>
        <FailureBoundary place={key}>{children}</FailureBoundary>
      </main>
      <Footer />
    </div>
  );
}

/** Who sells, how to reach support, the terms and privacy. The languages are at the top. */
function Footer() {
  const { t } = useTranslation();
  const { seller, supportEmail, supportPhone } = useCustomer().config;
  return (
    <footer className="bottom">
      {seller !== '' && <p>{t('start.seller', { name: seller })}</p>}
      {(supportEmail !== null || supportPhone !== null) && <SupportContacts />}
      <p>
        <a href="/tariffs">{t('layout.tariffs')}</a> <a href="/terms">{t('layout.terms')}</a>{' '}
        <a href="/privacy">{t('layout.privacy')}</a>
      </p>
    </footer>
  );
}

function Brand() {
  const { config } = useCustomer();
  const [hasLogo, setHasLogo] = useState(true);
  return (
    <a className="brand" href="/">
      {hasLogo && (
        <img
          src={`/${encodeURIComponent(config.logoName)}.svg`}
          alt=""
          width="32"
          height="32"
          fetchPriority="low"
          onError={() => setHasLogo(false)}
        />
      )}
      <span>{config.productName}</span>
    </a>
  );
}
