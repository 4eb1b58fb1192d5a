import type { TestApp } from '#tests/support/app.ts';
import { type Authenticator, createAuthenticator } from '#tests/support/browser/authenticator.ts';
import { password, type Person } from '#tests/support/people.ts';

export interface PasskeyHolder extends Person {
  device: Authenticator;
  passkey: string;
}

const roots = { staff: '/api/admin/auth', customer: '/api/auth' } as const;

/** Gives somebody who is signed in a passkey on a device of its own. */
export async function withPasskey(
  app: TestApp,
  kind: keyof typeof roots,
  person: Person,
  name = 'Phone',
): Promise<PasskeyHolder> {
  const device = createAuthenticator(app.platform.config.publicUrl);
  const { token } = person;
  const proof = kind === 'customer' && { body: { current_password: password } };
  const begun = await app.call('POST', `${roots[kind]}/passkeys/options`, { token, ...proof });
  const body = { name, answer: device.make(begun.body.data) };
  const added = await app.call('POST', `${roots[kind]}/passkeys`, { token, body });
  if (added.status !== 201) throw new Error(`no passkey: ${JSON.stringify(added.body)}`);
  return { ...person, device, passkey: added.body.data.id };
}

/** Signs in by a passkey. */
export async function signInByPasskey(app: TestApp, kind: keyof typeof roots, device: Authenticator) {
  const { body } = await app.call('POST', `${roots[kind]}/passkey/options`);
  const answer = device.prove(body.data);
  return app.call('POST', `${roots[kind]}/passkey/verify`, { body: { answer } });
}
