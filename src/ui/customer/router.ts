/**
 * The router of the customer half. `vite.config.ts` gives this file a copy of the library of its own: one that is
 * shared with the admin half would bring a phone the data router, which no customer page uses.
 */
export {
  BrowserRouter,
  Link,
  type LinkProps,
  Navigate,
  NavLink,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from 'react-router';
