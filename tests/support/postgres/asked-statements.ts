import pg from 'pg';

interface Asking {
  query(...given: unknown[]): unknown;
  connectionParameters: { application_name?: string };
}

/** The statements that the platform's own connections send meanwhile, in order, without their values. */
export async function askedStatements(act: () => Promise<unknown>): Promise<string[]> {
  const prototype = pg.Client.prototype as unknown as Asking; // the method that a pool calls on its connections
  const { query } = prototype;
  const asked: string[] = [];
  prototype.query = function (this: Asking, ...given: unknown[]): unknown {
    const [first] = given;
    const text = typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text;
    if (this.connectionParameters.application_name === 'tenantry' && text) asked.push(text);
    return query.apply(this, given);
  };
  try {
    await act();
  } finally {
    prototype.query = query;
  }
  return asked;
}
