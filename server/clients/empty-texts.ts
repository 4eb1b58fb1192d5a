/** An emptied text is none, so that it sorts and filters like one that was never given; what is absent stays so. */
export function withoutEmptyTexts<Fields extends object>(fields: Fields): Fields {
  const entries = Object.entries(fields).map(([name, value]) => [name, value === '' ? null : value]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Fields; // the same keys
}
