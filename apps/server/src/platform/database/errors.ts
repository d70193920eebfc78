/** SQLSTATE classes 08 and 53, the server's end or its start, and what networks say. */
const CODES =
  /^(08...|53...|57P0[1-5]|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** What pg throws without a code when a connection ends under a query, and when none could be had in time. */
const SENTENCES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/** True of what is thrown while a database or a store cannot be reached: another try, later, may do. */
export function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // The socket file of a database that has ended.
  if (code === 'ENOENT') return syscall === 'connect';
  return typeof code === 'string' ? CODES.test(code) : SENTENCES.test(error.message);
}

/** A deadlock, and a transaction that could not be put in a row with others: the next try finds the way free. */
const CONFLICTS: readonly unknown[] = ['40P01', '40001'];
const TRIES = 4;

/** True of what the database says when two transactions stood in each other's way. */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CONFLICTS.includes(error.code);
}

/** Runs a whole transaction again when it lost against another one; after four tries throws what the last one threw. */
export async function retryConflicts<Result>(transact: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await transact();
    } catch (error) {
      if (!isConflict(error) || tries === TRIES) throw error;
    }
  }
}
