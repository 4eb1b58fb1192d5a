/**
 * Turns empty texts into null, so that they sort and filter like texts that were never given. Absent fields stay
 * absent.
 */
export function withoutEmptyTexts<Fields extends object>(fields: Fields): Fields {
  const entries = Object.entries(fields).map(([name, value]) => [name, value === '' ? null : value]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Fields; // the same keys
}
