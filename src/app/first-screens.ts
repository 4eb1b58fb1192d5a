/**
 * The screens of the customer half that a visit may begin with: by their paths, where they are, and which texts they
 * need beside those of every page. The build makes a list of files of it (`vite.config.ts`), by which the server's page
 * asks for everything at once (`server/pages/web-app.ts`).
 */
export const firstScreens = [
  { path: '^/(auth|registration(/alliance)?)?$', screen: 'registration', module: 'registration' },
  { path: '^/client/login$', screen: 'login', module: 'customer-login' },
  { path: '^/(forgot-password|reset|confirmation-reset)$', screen: 'recovery', module: 'password-recovery' },
  { path: '^/confirm(ation-reset-lt|-registration/)', screen: 'confirmation', module: 'email-confirmation' },
  { path: '^/account(/|$)', screen: 'account', module: 'own-account/own-account' },
] as const;
export type FirstScreen = (typeof firstScreens)[number]['screen'];

/** The screen that a visit to a path begins with, if it is one of these. */
export function firstScreenOf(pathname: string): FirstScreen | undefined {
  return firstScreens.find(({ path }) => new RegExp(path).test(pathname))?.screen;
}
