import { describe, expect, test } from 'vitest';
import { sitePath } from '#web/providers/site-path.ts';

describe('where a redirect may lead', () => {
  test.each(['/', '/admin-panel/clients?page=2#top', '/confirm-registration/a_b-c'])('to %s', (path) => {
    expect(sitePath(path)).toBe(path);
  });

  test.each([
    null,
    '',
    'clients',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'javascript:alert(1)',
  ])('not to %j', (value) => {
    expect(sitePath(value)).toBeNull();
  });
});
