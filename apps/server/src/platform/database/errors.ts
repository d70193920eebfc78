/** SQLSTATE of what a standby refuses. */
export const READ_ONLY = '25006';

/** SQLSTATE classes 08 and 53, a server that stops, starts or is no primary, and network failures. */
const CODES =
  /^(08...|53...|57P0[1-5]|25006|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** What pg throws without a code when a connection ends during a query, or none becomes free in time. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/** Whether an error means that a database or store cannot be reached, so that a later attempt may succeed. */
export function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // The socket file of a database that has stopped.
  if (code === 'ENOENT') return syscall === 'connect';
  return typeof code === 'string' ? CODES.test(code) : MESSAGES.test(error.message);
}

/** SQLSTATE of a deadlock and of a serialization failure: the next attempt usually succeeds. */
const CONFLICTS: readonly unknown[] = ['40P01', '40001'];
const TRANSACTION_ATTEMPTS = 4;

/** Whether an error means that two transactions blocked each other. */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CONFLICTS.includes(error.code);
}

/** SQLSTATE classes 22 and 23, and what a trigger raises. */
const REFUSED_VALUES = /^(22...|23...|P0001)$/;

/** Whether an error means that the database rejects a value in a statement, as opposed to being unable to do anything. */
export function isRefusedValue(error: unknown): boolean {
  return error instanceof Error && 'code' in error && REFUSED_VALUES.test(String(error.code));
}

/** Runs a whole transaction again after a conflict with another one, up to four times; then throws the last error. */
export async function retryConflicts<Result>(transact: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact();
    } catch (error) {
      if (!isConflict(error) || attempt === TRANSACTION_ATTEMPTS) throw error;
    }
  }
}
