import { fields, ID_BATCH_SIZE } from '@keepsake/contracts';
import { expect, it } from 'vitest';
import { idBatches } from './id-batches.ts';

const idsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`);

it.each([0, 1, ID_BATCH_SIZE, ID_BATCH_SIZE + 1, 100_000])(
  '%i ids go in lists that a call takes, each once',
  (count) => {
    const ids = idsOf(count);
    const batches = [...idBatches(ids)];
    expect(batches.flat()).toEqual(ids);
    for (const batch of batches) expect(fields.ids.safeParse(batch).success).toBe(true);
  },
);
