import { hashToken, newToken } from '#server/keys/secrets.ts';

/** Characters of one part: 256 bits, base64url. */
const partLength = 43;

/**
 * A session's token has two parts of 256 random bits: one that all tokens of the session share and one of its own. The
 * shared part identifies a past token without a row for each (finding 8 of the security review).
 */
export function firstToken(): string {
  return newToken() + newToken();
}

/** The next token of the same family; a token without a family starts one. */
export function nextToken(token: string): string {
  return (familyOf(token) ?? newToken()) + newToken();
}

/** The hash under which a family is stored; null for a token without one. */
export function familyHashOf(token: string): Buffer | null {
  const family = familyOf(token);
  return family === null ? null : hashToken(family);
}

function familyOf(token: string): string | null {
  return token.length === 2 * partLength ? token.slice(0, partLength) : null;
}
