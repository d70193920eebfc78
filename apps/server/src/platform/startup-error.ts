/**
 * A reason why the server cannot start that the operator can fix. The message is one sentence that says what to do; `main` prints
 * it alone, without a stack, and exits with 1.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
