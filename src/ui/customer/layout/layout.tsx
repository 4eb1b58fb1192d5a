import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '#web/providers/i18n.ts';
import { accountPagesId } from '#web/ui/customer/account/pages-place.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { FailureBoundary } from '#web/ui/customer/kit/failure-boundary.tsx';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { SupportContacts } from '#web/ui/customer/kit/support-contacts.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { PersonMenu } from './person-menu.tsx';
import { pathMatch } from '#web/ui/customer/router/path-match.ts';
import { useLocation } from '#web/ui/customer/router/router.tsx';

/** The frame of every customers' page (`contract/company/frame.ts`), and one column (DESIGN section 9, "Look"). */
export function Layout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { key, pathname } = useLocation();
  const isAccount = pathMatch('/account/*', pathname) !== null;
  return (
    <div className="frame" data-wide={isAccount || undefined}>
      <a className="skip-link" href="#content">
        {t('layout.skip')}
      </a>
      <header className="site-top">
        <div className="site-bar">
          <Brand />
          {isAccount && <div className="site-pages" id={accountPagesId} />}
          <div className="site-end">
            <LanguageSwitch />
            <PersonMenu />
          </div>
        </div>
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

/** Who sells, how to reach support, the prices, the terms and privacy. */
function Footer() {
  const { t } = useTranslation();
  const { seller, supportEmail, supportPhone, branding } = useCustomer().config;
  const own = branding.footer[currentLocale()];
  return (
    <footer className="site-foot">
      {seller !== '' && <p>{t('start.seller', { name: seller })}</p>}
      {(supportEmail !== null || supportPhone !== null) && <SupportContacts />}
      <ul>
        <li>
          <a href="/tariffs">{t('layout.tariffs')}</a>
        </li>
        <li>
          <a href="/terms">{t('layout.terms')}</a>
        </li>
        <li>
          <a href="/privacy">{t('layout.privacy')}</a>
        </li>
      </ul>
      {own && <p className="own">{own}</p>}
    </footer>
  );
}

/** The operator's logo, which has the name in it; else the mark and the name. */
function Brand() {
  const { branding, productName } = useCustomer().config;
  const [failed, setFailed] = useState(false);
  const { logo, markUrl } = branding;
  if (logo && !failed) {
    return (
      <a className="brand" href="/">
        <img
          className="logo"
          src={logo.url}
          alt={productName}
          width={Math.round(32 * logo.ratio)}
          height="32"
          onError={() => setFailed(true)}
        />
      </a>
    );
  }
  return (
    <a className="brand" href="/">
      {!failed && (
        <img
          src={markUrl}
          alt=""
          width="32"
          height="32"
          fetchPriority="low"
          onError={() => setFailed(true)}
        />
      )}
      <span>{productName}</span>
    </a>
  );
}
