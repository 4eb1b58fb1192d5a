/** Reserved for the work under way. */
export async function up(): Promise<void> {}
