/** How long a process may be silent before it counts as dead: three missed heartbeats. */
export const silentSeconds = 30;
