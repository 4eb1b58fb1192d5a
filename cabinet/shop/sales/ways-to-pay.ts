export const waysToPay = ['cash', 'card'] as const;
export type WayToPay = (typeof waysToPay)[number];
