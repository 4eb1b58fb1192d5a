import pg from 'pg';

/** The platform's own connections; queues and files have other names. */
const watchedName = 'tenantry';

interface Asking {
  query(...given: unknown[]): unknown;
  connectionParameters: { application_name?: string };
}

/** From the first commit on the database answers nothing, as if it went away at that moment. */
export async function withoutReadsAfterCommit<Result>(act: () => Promise<Result>): Promise<Result> {
  const prototype = pg.Client.prototype as unknown as Asking; // the method that a pool calls on its connections
  const { query } = prototype;
  let isCommitted = false;
  prototype.query = function (this: Asking, ...given: unknown[]): unknown {
    if (this.connectionParameters.application_name !== watchedName) return query.apply(this, given);
    if (isCommitted) return Promise.reject(new Error('asked after the commit'));
    isCommitted = given[0] === 'commit';
    return query.apply(this, given);
  };
  try {
    return await act();
  } finally {
    prototype.query = query;
  }
}
