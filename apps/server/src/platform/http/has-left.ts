import type { IncomingMessage } from 'node:http';

/**
 * Whether a request failed because its client broke off its own connection, which is no failure of ours. The error itself is
 * compared: a broken connection to the database or the store has the same codes.
 */
export function hasLeft({ errored }: IncomingMessage, error: unknown): boolean {
  if (!errored) return false;
  return error === errored || (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
}
