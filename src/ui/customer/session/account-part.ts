/** Loads account pages with their texts. The first page needs none of them. */
export async function withAccountPart<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  const { addTexts } = await import('#web/providers/i18n.ts');
  await addTexts('account');
  return load();
}
