import { type ComponentProps, Suspense, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { Redirect, Router, Routes, useLocation, useNavigate } from '#web/ui/customer/router.tsx';
import type { WebConfig } from '#contract/web-config.ts';
import { customerNamespaces, screens } from '#web/customer-screens.ts';
import { firstScreenOf } from '#web/first-screens.ts';
import { Entrance } from '#web/pages/entrance.tsx';
import { createCustomerClient } from '#web/providers/customer-client.ts';
import { initI18n } from '#web/providers/i18n.ts';
import { CustomerContext, type CustomerServices } from '#web/ui/customer/customer-context.ts';
import { Layout } from '#web/ui/customer/layout.tsx';
import { preloadable } from '#web/ui/customer/preloadable.tsx';
import { ScrollKeeper } from '#web/ui/customer/scroll-keeper.ts';
import './ui/customer/customer.css';

const Registration = preloadable(() => screens.registration().then((m) => m.Registration));
const CustomerLogin = preloadable(() => screens.login().then((m) => m.CustomerLogin));
const ForgotPassword = preloadable(() => screens.recovery().then((m) => m.ForgotPassword));
const ResetSent = preloadable(() => screens.recovery().then((m) => m.ResetSent));
const NewPassword = preloadable(() => screens.recovery().then((m) => m.NewPassword));
const ConfirmationSent = preloadable(() => screens.confirmation().then((m) => m.ConfirmationSent));
const ConfirmRegistration = preloadable(() => screens.confirmation().then((m) => m.ConfirmRegistration));
const UserFind = preloadable(() => screens.userfind().then((m) => m.UserFind));
const OwnAccount = preloadable(() => screens.account().then((m) => m.OwnAccount));
const NotFound = preloadable(() => screens.notFound().then((m) => m.NotFound));

/** What is shown first, by the screen that `first-screens.ts` names. */
const firstShown = {
  registration: [Registration],
  login: [CustomerLogin],
  recovery: [ForgotPassword, ResetSent, NewPassword],
  confirmation: [ConfirmationSent, ConfirmRegistration],
  account: [OwnAccount],
};

const pages: ComponentProps<typeof Routes>['pages'] = {
  '/': () => <Entrance otherwise="/auth" />,
  '/auth': () => <Entrance otherwise="/registration" />,
  '/registration': () => <Registration />,
  '/registration/alliance': () => <Registration alliance />,
  '/client/login': () => <CustomerLogin />,
  '/forgot-password': () => <ForgotPassword />,
  '/confirmation-reset': () => <ResetSent />,
  '/reset': () => <NewPassword />,
  '/confirmation-reset-lt': () => <ConfirmationSent />,
  '/confirm-registration/:hash': ({ hash = '' }) => <ConfirmRegistration key={hash} hash={hash} />,
  '/userfind': () => <UserFind />,
  '/account/*': () => <OwnAccount />,
  '/404': () => <NotFound />,
};

/** Shows the customer half (DESIGN section 9). */
export async function mount(root: HTMLElement, config: WebConfig): Promise<void> {
  await initI18n({ config, namespaces: customerNamespaces });
  const first = firstScreenOf(location.pathname);
  // What can't be had now is asked for again, and told of, where it is shown.
  if (first) await Promise.all(firstShown[first].map(({ preload }) => preload())).catch(() => undefined);
  const lost = new EventTarget();
  const client = createCustomerClient(config, () => lost.dispatchEvent(new Event('lost')));
  createRoot(root).render(<CustomerApp services={{ config, client }} lost={lost} />);
}

function CustomerApp({ services, lost }: { services: CustomerServices; lost: EventTarget }) {
  return (
    <CustomerContext value={services}>
      <Router>
        <LoginWhenLost lost={lost} />
        <Layout>
          <Suspense fallback={<div className="sheet waiting" aria-busy="true" />}>
            <ScrollKeeper />
            <Routes pages={pages} otherwise={<Redirect to="/404" />} />
          </Suspense>
        </Layout>
      </Router>
    </CustomerContext>
  );
}

/** A session that ended leads to the login and back to the same place. */
function LoginWhenLost({ lost }: { lost: EventTarget }): null {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const leave = () => {
      const back = new URLSearchParams({ redirect: pathname + search });
      navigate(`/client/login?${back}`, { replace: true });
    };
    lost.addEventListener('lost', leave);
    return () => lost.removeEventListener('lost', leave);
  }, [lost, navigate, pathname, search]);
  return null;
}
