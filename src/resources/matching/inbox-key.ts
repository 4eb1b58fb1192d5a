/** Of everything that is asked about money that waits for its client. */
export const inboxKey = ['payments-inbox'] as const;

export const inboxPath = '/admin-panel/money/inbox';
