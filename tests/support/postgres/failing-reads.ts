import pg from 'pg';

/** The connections of the platform itself; queues and files have names of their own. */
const watchedName = 'tenantry';

interface Asking {
  query(...given: unknown[]): unknown;
  connectionParameters: { application_name?: string };
}

/** From the first commit on nothing can be asked of the database, as if it went away at that moment. */
export async function withoutReadsAfterCommit<Result>(act: () => Promise<Result>): Promise<Result> {
  const prototype = pg.Client.prototype as unknown as Asking; // what a pool calls on each of its connections
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
