/** What money there is. */
export const moneyKinds = ['cash', 'card'] as const;

/** How a receipt is paid; `mixed` is a part in cash and the rest by card. */
export const waysToPay = [...moneyKinds, 'mixed'] as const;
export type WayToPay = (typeof waysToPay)[number];
