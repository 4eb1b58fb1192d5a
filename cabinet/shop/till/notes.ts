/**
 * Round sums that a customer may hand over for what is to be paid: with each banknote as many as are needed. Sums in
 * minor units. The till's script has it too: it uses nothing from outside.
 */
export function notesFor(due: number, currency: string): number[] {
  const notes = currency === 'EUR' ? [5, 10, 20, 50] : [100, 200, 500, 1000];
  const sums = notes.map((note) => Math.ceil(due / (note * 100)) * note * 100);
  return [...new Set(sums)].filter((sum) => sum > due).toSorted((one, other) => one - other);
}
