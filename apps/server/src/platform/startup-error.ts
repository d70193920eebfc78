/**
 * A reason the server cannot start that the person at the terminal can put right.
 * The message is one sentence that says what to do; `main` prints it alone, without a stack, and exits 1.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
