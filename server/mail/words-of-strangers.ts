/**
 * A name as it may stand in an email to somebody who has asked for nothing: without what a mail program would make a
 * link of. Anybody may register a company under any name and invite any address.
 */
export function withoutAddresses(name: string): string {
  return name.replace(/\S*(?:\/\/|www\.|@|[\p{L}\p{N}-]\.\p{L}{2,})\S*/giu, '…');
}
