/** The nonce that the server put into this page. */
export const pageNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/**
 * Gives the page's nonce to every style element made from now on. antd passes it on to most of them; those of its
 * CSS variables and of rc-util's scroll lock are made without, and the CSP would refuse them.
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
