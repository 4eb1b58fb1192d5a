/**
 * The screens with which a customer's visit can begin: their paths, their files, and the texts that they need besides
 * those of every page. From this the build makes a list of files (`vite.config.ts`), so that the server's page can
 * ask for all of them at once (`server/pages/web-app.ts`).
 */
export const firstScreens = [
  { path: '^/(auth|registration(/alliance)?)?$', screen: 'registration', module: 'registration' },
  { path: '^/client/login$', screen: 'login', module: 'customer-login' },
  { path: '^/(forgot-password|reset|confirmation-reset)$', screen: 'recovery', module: 'password-recovery' },
  { path: '^/confirm(ation-reset-lt|-registration/)', screen: 'confirmation', module: 'email-confirmation' },
  { path: '^/account(/|$)', screen: 'account', module: 'own-account/own-account' },
] as const;

/** The addresses of all customers' pages, as patterns of `path-match.ts`; at any other the server answers 404. */
export const customerPaths = [
  '/',
  '/auth',
  '/registration',
  '/registration/alliance',
  '/client/login',
  '/forgot-password',
  '/confirmation-reset',
  '/reset',
  '/confirmation-reset-lt',
  '/confirm-registration/:hash',
  '/confirm-address',
  '/refuse-address',
  '/invitation',
  '/userfind',
  '/account/*',
  '/404',
] as const;

export type FirstScreen = (typeof firstScreens)[number]['screen'];

/** The screen with which a visit to a path begins, if it is one of these. */
export function firstScreenOf(pathname: string): FirstScreen | undefined {
  return firstScreens.find(({ path }) => new RegExp(path).test(pathname))?.screen;
}
