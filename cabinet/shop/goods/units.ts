/** In what goods are counted, measured or weighed. Pieces are whole; of the others there may be thousandths. */
export const units = ['piece', 'kg', 'g', 'l', 'm', 'm2'] as const;
export type Unit = (typeof units)[number];

/** Decimals of a quantity as people type and read it; it is stored in thousandths of its unit. */
export function decimalsOf(unit: Unit): number {
  return unit === 'piece' ? 0 : 3;
}
