/** A cabinet that is ready by then says so itself; a slower one is promised by the welcome (decision 174). */
export const welcomeAfterSeconds = 60;

/** The key of a client's welcome, under which the finished cabinet takes it back. */
export function welcomeKey(clientId: string): string {
  return `welcome:${clientId}`;
}
