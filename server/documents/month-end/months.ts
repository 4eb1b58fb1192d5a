/** Months as `2026-10`. Pure. */

/** The month before the one of a day. */
export function previousMonth(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return month === 1 ? written(year - 1, 12) : written(year, month - 1);
}

export function monthAfter(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return number === 12 ? written(year + 1, 1) : written(year, number + 1);
}

function written(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}`;
}
