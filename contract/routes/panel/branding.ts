import { dataOf } from '../../http/answers.ts';
import { route, staff } from '../../http/route.ts';
import { branding, brandingInput, brandingLimits, brandingResetQuery } from '../../company/branding.ts';

/** Logo, colour and footer of everything that customers see (GROWTH section 19): `admin/branding`. */
export const brandingApi = {
  branding: route({
    method: 'GET',
    path: '/admin/branding',
    access: staff('settings.read'),
    summary: 'Accent, logo, mark and footer; null where the product has its own',
    answer: dataOf(branding),
  }),
  changeBranding: route({
    method: 'PUT',
    path: '/admin/branding',
    access: staff('settings.write'),
    summary:
      'Change what is sent; SVG is cleaned, an accent that cannot be read is refused with the nearest that can',
    body: brandingInput,
    bodyBytes: brandingLimits.bodyBytes,
    answer: dataOf(branding),
    errors: ['stale'],
  }),
  resetBranding: route({
    method: 'DELETE',
    path: '/admin/branding',
    access: staff('settings.write'),
    summary: "Return to the product's own look",
    query: brandingResetQuery,
    answer: dataOf(branding),
    errors: ['stale'],
  }),
};
