import { ID_BATCH_SIZE } from '@keepsake/contracts';

/** Ids in lists that one call takes, in their order. Whatever sends the ids of a selection sends them so. */
export function* idBatches<Id extends string>(
  ids: readonly Id[],
  size: number = ID_BATCH_SIZE,
): Generator<readonly Id[]> {
  for (let start = 0; start < ids.length; start += size) yield ids.slice(start, start + size);
}
