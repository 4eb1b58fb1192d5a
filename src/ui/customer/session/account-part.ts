import { withSchemas } from '#web/providers/schemas.ts';

/** Loads pages of the own account: with their texts, and after zod was set up. The start does without either. */
export async function withAccountPart<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  const { addTexts } = await import('#web/providers/i18n.ts');
  await addTexts('account');
  return withSchemas(load);
}
