import { setTimeout as pause } from 'node:timers/promises';
import type { CircuitBreaker } from '../circuit-breaker.ts';
import { isConnectionFailure } from '../database/errors.ts';
import type { ObjectStore } from './object-store.ts';

/**
 * A store whose calls fail at once while it answers none. What finds out whether it does, and what goes through all objects in the
 * background, asks it in any case.
 */
export function failFast(store: ObjectStore, { call }: CircuitBreaker): ObjectStore {
  return {
    putFile: (...put) => call(() => store.putFile(...put)),
    putBytes: (key, bytes) => call(() => store.putBytes(key, bytes)),
    size: (key) => call(() => store.size(key)),
    checksum: (key) => call(() => store.checksum(key)),
    open: (key, range) => call(() => store.open(key, range)),
    read: (key) => call(() => store.read(key)),
    borrowFile: (key) => call(() => store.borrowFile(key)),
    remove: (keys) => call(() => store.remove(keys)),
    mayRemove: () => store.mayRemove(),
    list: (prefix) => store.list(prefix),
    room: store.room,
    check: () => store.check(),
    close: () => store.close(),
  };
}

/** A bucket took a request and did not begin to answer. */
class NoAnswer extends Error {
  constructor(ms: number) {
    super(`The bucket has not begun to answer within ${ms} ms`);
    this.name = 'NoAnswer';
  }
}

/**
 * Sends a request whose answer has to begin within a time, all attempts included; what is read of it later may take longer. Throws
 * NoAnswer, and gives up the request.
 */
export async function sendWithin<Answer>(
  ms: number,
  send: (options: { abortSignal: AbortSignal }) => Promise<Answer>,
): Promise<Answer> {
  const giveUp = new AbortController();
  const waited = new AbortController();
  const late = pause(ms, undefined, { signal: waited.signal }).then(() => {
    throw new NoAnswer(ms);
  });
  try {
    return await Promise.race([send({ abortSignal: giveUp.signal }), late]);
  } catch (error) {
    giveUp.abort();
    throw error;
  } finally {
    // The pause that is broken off rejects, and so does a request that is given up: the race has handled both.
    waited.abort();
  }
}

/** Whether a bucket did not answer, or only that it cannot. A refusal is an answer; other failures are this machine's. */
export function isUnanswered(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode;
  if (status !== undefined) return status >= 500;
  return error instanceof NoAnswer || name === 'TimeoutError' || isConnectionFailure(error);
}
