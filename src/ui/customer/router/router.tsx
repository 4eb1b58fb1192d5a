import {
  type ComponentPropsWithRef,
  createContext,
  Fragment,
  type MouseEvent,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { isPanelPath } from '#web/providers/site-path.ts';
import { pathMatch } from './path-match.ts';

/**
 * The router of customers' pages: a dozen fixed addresses, no data, no nesting. The panel's library would be a ninth
 * of what a phone loads for its first page (docs/decisions/0081).
 */
interface Place {
  pathname: string;
  search: string;
  hash: string;
  /** The key of the history entry. */
  key: string;
  /** The address that is none, where it led to `/404`. */
  from: string | null;
  /** `pop`: loaded, or reached by back and forward; `go`: reached by a link or by the page itself. */
  kind: 'pop' | 'go';
}

type Navigate = (to: string, options?: { replace?: boolean; from?: string }) => void;

const RouterContext = createContext<{ place: Place; navigate: Navigate } | null>(null);

/**
 * Follows the address bar; the present page stays until the next one is loaded. `address` replaces the address bar on
 * the server.
 */
export function Router({ address, children }: { address?: URL; children: ReactNode }) {
  const [place, setPlace] = useState<Place>(() =>
    address ? { ...partsOf(address), key: 'first', from: null, kind: 'pop' } : placeNow('pop'),
  );
  useEffect(() => {
    const onPop = () => startTransition(() => setPlace(placeNow('pop')));
    addEventListener('popstate', onPop);
    return () => removeEventListener('popstate', onPop);
  }, []);
  const navigate = useCallback<Navigate>((to, { replace = false, from } = {}) => {
    const state = { key: Math.random().toString(36).slice(2), from };
    if (replace) history.replaceState(state, '', to);
    else history.pushState(state, '', to);
    startTransition(() => setPlace(placeNow('go')));
  }, []);
  const router = useMemo(() => ({ place, navigate }), [place, navigate]);
  return <RouterContext value={router}>{children}</RouterContext>;
}

/** Shows the first page whose pattern (`path-match.ts`) matches the address. */
export function Routes({
  pages,
  otherwise,
}: {
  pages: Record<string, (parameters: Record<string, string>) => ReactNode>;
  otherwise: ReactNode;
}) {
  const { pathname } = useLocation();
  for (const [pattern, page] of Object.entries(pages)) {
    const parameters = pathMatch(pattern, pathname);
    if (parameters) return <Fragment key={pattern}>{page(parameters)}</Fragment>;
  }
  return otherwise;
}

/** Goes to another address as soon as it is rendered, replacing the present one in the history. */
export function Redirect({ to }: { to: string }): null {
  const navigate = useNavigate();
  useEffect(() => navigate(to, { replace: true }), [navigate, to]);
  return null;
}

/** Leads from an address that is none to the page that says so, which names it: a mistyped one can be mended. */
export function Unknown(): null {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => navigate('/404', { replace: true, from: pathname }), [navigate, pathname]);
  return null;
}

export type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & { to: string };

/**
 * An anchor that changes the page without a load. Links to the panel, and clicks with a modifier key, are left to the
 * browser.
 */
export function Link({ to, onClick, ...anchor }: LinkProps) {
  const { place, navigate } = useRouter();
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const isOwn = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (event.defaultPrevented || !isOwn || isPanelPath(to)) return;
    event.preventDefault();
    navigate(to, { replace: to === place.pathname + place.search + place.hash });
  }
  return <a {...anchor} href={to} onClick={follow} />;
}

/** A link that is marked when its page is shown. */
export function NavLink(link: LinkProps) {
  const { pathname } = useLocation();
  return <Link {...link} aria-current={pathMatch(link.to, pathname) ? 'page' : undefined} />;
}

export function useLocation(): Place {
  return useRouter().place;
}

export function useNavigate(): Navigate {
  return useRouter().navigate;
}

/** The query of the address. */
export function useSearch(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}

function useRouter() {
  const router = use(RouterContext);
  if (!router) throw new Error('outside of <Router>');
  return router;
}

function placeNow(kind: Place['kind']): Place {
  const { key, from } = (history.state ?? {}) as Record<string, unknown>; // ours, or another script's
  return {
    ...partsOf(location),
    key: typeof key === 'string' ? key : 'first',
    from: typeof from === 'string' ? from : null,
    kind,
  };
}

function partsOf({ pathname, search, hash }: URL | Location): Pick<Place, 'pathname' | 'search' | 'hash'> {
  return { pathname, search, hash };
}
