/** What customers top up by themselves, in minor units: gateways take no less. */
export const ownTopUp = { min: 100, max: 100_000_000_000 } as const;
