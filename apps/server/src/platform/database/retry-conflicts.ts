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
