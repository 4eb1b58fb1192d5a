import { withSchemas } from '#web/providers/schemas.ts';

/** Loads account pages with their texts, after zod was set up. The first page needs neither. */
export async function withAccountPart<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  const { addTexts } = await import('#web/providers/i18n.ts');
  await addTexts('account');
  return withSchemas(load);
}
