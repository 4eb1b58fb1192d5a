/** The first alarm is emailed at once; what follows is collected for so long. */
const collectMs = 15 * 60_000;

/** Whether a person may be emailed about alarms now. */
export function mayTell(lastToldAt: Date | null, now: Date): boolean {
  return lastToldAt === null || now.getTime() - lastToldAt.getTime() >= collectMs;
}
