import { expect, it } from 'vitest';
import { pathMatch } from '#web/ui/customer/router/path-match.ts';

it('takes whole addresses, whatever their case and a slash at the end', () => {
  expect(pathMatch('/', '/')).toEqual({});
  expect(pathMatch('/client/login', '/Client/login/')).toEqual({});
  expect(pathMatch('/client/login', '/client')).toBeNull();
  expect(pathMatch('/registration', '/registration/alliance')).toBeNull();
});

it('gives what stands in the place of a name, decoded, with its own case', () => {
  expect(pathMatch('/confirm-registration/:hash', '/confirm-registration/aB%20c')).toEqual({ hash: 'aB c' });
  expect(pathMatch('/confirm-registration/:hash', '/confirm-registration/%E0')).toEqual({ hash: '%E0' });
  expect(pathMatch('/confirm-registration/:hash', '/confirm-registration')).toBeNull();
  expect(pathMatch('/confirm-registration/:hash', '/confirm-registration/a/b')).toBeNull();
});

it('takes all that follows a star, and nothing', () => {
  expect(pathMatch('/account/*', '/account')).toEqual({});
  expect(pathMatch('/account/*', '/account/wallet/x')).toEqual({});
  expect(pathMatch('/account/*', '/accounts')).toBeNull();
});
