/** Whether a text may be the token of an emailed link: 256 bits. One that was cut or is none need not be sent. */
export function isLinkToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
