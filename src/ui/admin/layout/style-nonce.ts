/** The nonce that the server put into this page. */
export const pageNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/**
 * Gives the page's nonce to every style element made from now on. antd does this itself for most, but not for its CSS
 * variables and rc-util's scroll lock, which the CSP would refuse.
 */
export function giveStylesTheNonce(nonce: string): void {
  document.createElement = new Proxy(document.createElement, {
    apply(create, self, args) {
      const element: unknown = Reflect.apply(create, self, args);
      if (element instanceof HTMLStyleElement) element.nonce = nonce;
      return element;
    },
  });
}
