import { type ComponentProps, Suspense, useEffect } from 'react';
import { screens } from './customer-screens.ts';
import { type customerPaths, firstScreenOf } from './first-screens.ts';
import { Entrance } from '#web/pages/entrance.tsx';
import { replayEarlyClicks } from '#web/ui/customer/layout/replay-early-clicks.ts';
import { CustomerContext, type CustomerServices } from '#web/ui/customer/session/customer-context.ts';
import { useHydrated } from '#web/ui/customer/kit/use-hydrated.ts';
import { Layout } from '#web/ui/customer/layout/layout.tsx';
import { pathMatch } from '#web/ui/customer/router/path-match.ts';
import { preloadable } from '#web/ui/customer/router/preloadable.tsx';
import { Router, Routes, Unknown, useLocation, useNavigate } from '#web/ui/customer/router/router.tsx';
import { ScrollKeeper } from '#web/ui/customer/router/scroll-keeper.ts';
import 'virtual:frame.css';
import '#web/ui/customer/layout/frame.css';
import '#web/ui/customer/kit/steps.css';
import '#web/ui/customer/form/form.css';
import '#web/ui/customer/kit/kit.css';

const Registration = preloadable(() => screens.registration().then((m) => m.Registration));
const CustomerLogin = preloadable(() => screens.login().then((m) => m.CustomerLogin));
const ForgotPassword = preloadable(() => screens.recovery().then((m) => m.ForgotPassword));
const ResetSent = preloadable(() => screens.recovery().then((m) => m.ResetSent));
const NewPassword = preloadable(() => screens.recovery().then((m) => m.NewPassword));
const ConfirmationSent = preloadable(() => screens.confirmation().then((m) => m.ConfirmationSent));
const ConfirmRegistration = preloadable(() => screens.confirmation().then((m) => m.ConfirmRegistration));
const ConfirmAddress = preloadable(() => screens.address().then((m) => m.ConfirmAddress));
const RefuseAddress = preloadable(() => screens.address().then((m) => m.RefuseAddress));
const Invitation = preloadable(() => screens.invitation().then((m) => m.Invitation));
const UserFind = preloadable(() => screens.userfind().then((m) => m.UserFind));
const OwnAccount = preloadable(() => screens.account().then((m) => m.OwnAccount));
const NotFound = preloadable(() => screens.notFound().then((m) => m.NotFound));

/** The first screens, by their names in `first-screens.ts`. */
const firstShown = {
  registration: [Registration],
  login: [CustomerLogin],
  recovery: [ForgotPassword, ResetSent, NewPassword],
  confirmation: [ConfirmationSent, ConfirmRegistration],
  account: [OwnAccount],
};

const pages: Record<(typeof customerPaths)[number], ComponentProps<typeof Routes>['pages'][string]> = {
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
  '/confirm-address': () => <ConfirmAddress />,
  '/refuse-address': () => <RefuseAddress />,
  '/invitation': () => <Invitation />,
  '/userfind': () => <UserFind />,
  '/account/*': () => <OwnAccount />,
  '/404': () => <NotFound />,
};

/** Pages that look the same for everybody, so that they need nothing that only the browser knows. */
const sameForAll = ['/registration', '/registration/alliance', '/client/login', '/forgot-password', '/reset'];

/** True when the server renders the whole page, not just its frame. */
export function isSameForAll(pathname: string): boolean {
  return sameForAll.some((pattern) => pathMatch(pattern, pathname) !== null);
}

/** Loads what the first view of a path needs. */
export async function preloadFirst(pathname: string): Promise<void> {
  const first = firstScreenOf(pathname);
  if (first) await Promise.all(firstShown[first].map(({ preload }) => preload()));
}

interface CustomerPagesProps {
  services: CustomerServices;
  /** Gets an event when a session has ended. */
  lost?: EventTarget;
  /** For the server, which has no address bar. */
  address?: URL;
}

/** The customers' pages. The server renders exactly the same. */
export function CustomerPages({ services, lost, address }: CustomerPagesProps) {
  return (
    <CustomerContext value={services}>
      <Router address={address}>
        {lost && <LoginWhenLost lost={lost} />}
        <Layout>
          <Pages />
        </Layout>
      </Router>
    </CustomerContext>
  );
}

function Pages() {
  // React hydrates the content of a Suspense boundary when it is idle, but at once if the boundary has changed.
  useHydrated();
  return (
    <Suspense fallback={<Waiting />}>
      <ScrollKeeper />
      <Routes pages={pages} otherwise={<Unknown />} />
      <EarlyClicks />
    </Suspense>
  );
}

/** The same, still empty. */
export function CustomerFrame({ services, address }: CustomerPagesProps) {
  return (
    <CustomerContext value={services}>
      <Router address={address}>
        <Layout>
          <Waiting />
        </Layout>
      </Router>
    </CustomerContext>
  );
}

function Waiting() {
  return <div className="sheet waiting" aria-busy="true" />;
}

/** Replays early clicks once the page is there. */
function EarlyClicks(): null {
  useEffect(replayEarlyClicks, []);
  return null;
}

/** Leads from an ended session to the login, and back to the same place. */
function LoginWhenLost({ lost }: { lost: EventTarget }): null {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const leave = () => {
      // Its form is there already.
      if (pathname === '/client/login') return;
      const back = new URLSearchParams({ redirect: pathname + search });
      navigate(`/client/login?${back}`, { replace: true });
    };
    lost.addEventListener('lost', leave);
    return () => lost.removeEventListener('lost', leave);
  }, [lost, navigate, pathname, search]);
  return null;
}
