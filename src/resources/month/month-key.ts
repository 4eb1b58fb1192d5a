/** The cache key of the reports of all months: closing one changes those after it. */
export const monthKey = ['month-report'] as const;
