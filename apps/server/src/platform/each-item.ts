import type { Logger } from 'pino';
import { isConnectionFailure } from './database/errors.ts';
import { isDiskFull } from './disk-room.ts';

/**
 * What acting on one item of a batch throws; undefined if nothing. A failure that every item would meet, of the database's
 * connection or for lack of room, is thrown.
 */
export async function failureOf(act: () => Promise<unknown>): Promise<Error | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    if (isConnectionFailure(error) || isDiskFull(error) || !(error instanceof Error)) throw error;
    return error;
  }
}

type Options<Item> = {
  log: Pick<Logger, 'error'>;
  /** Logged with what `about` says of an item that failed. */
  message: string;
  context(item: Item): object;
  /** Stops between two items. */
  signal?: AbortSignal | undefined;
};

/** Acts on the items of a batch one after the other: one that fails is logged and stops no other. */
export async function actOnEach<Item>(
  items: Iterable<Item>,
  act: (item: Item) => Promise<unknown>,
  { log, message, context, signal }: Options<Item>,
): Promise<void> {
  for (const item of items) {
    if (signal?.aborted) return;
    const error = await failureOf(() => act(item));
    if (error) log.error({ ...context(item), err: error }, message);
  }
}
