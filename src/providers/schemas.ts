/** Loads code that uses the contract's schemas, after zod was set up for the pages' CSP. */
export async function withSchemas<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  await import('#web/providers/schema-setup.ts');
  return load();
}
