import { DAY_MS } from '../../../platform/durations.ts';
import { type Comparison, compareStored, type Options } from './compare-stored.ts';
import { findOrphans, type StoredObject } from './find-orphans.ts';

/**
 * Objects are left alone for this long. What is being saved has a row before it has an object, legacy uploads one
 * within minutes, and no two clocks are a day apart: most of it is time to notice that the database is not the one that
 * belongs to the store.
 */
const SAFE_AGE_MS = 7 * DAY_MS;

/** Keys that we make, never twice; whatever else is in a bucket was not put there by us. */
const OURS = /^(photos|legacy-uploads)\//;

export type Sweep = {
  /** Objects that were compared, that belong to nothing, and that were removed. */
  stored: number;
  orphans: number;
  removed: number;
  /** The first few keys that belong to nothing. */
  examples: string[];
};
type Sweeping = Options & {
  now: Date;
  /** Most orphans that are removed; of more none is. */
  mostOf?(stored: number): number;
};

const MOST_EXAMPLES = 10;

/**
 * Removes objects of a safe age that belong to nothing, as a power cut leaves them between an object and its row. All are
 * counted before the first is removed. Repeating it, or two at once, is harmless.
 */
export async function removeOrphans({ now, mostOf, ...options }: Sweeping): Promise<Sweep> {
  const before = new Date(now.getTime() - SAFE_AGE_MS);
  const isMeant = ({ key, changed_at }: StoredObject) => changed_at < before && OURS.test(key);
  return compareStored(options, async (comparison) => {
    const { stored } = comparison;
    const counted = await count(comparison, isMeant);
    const isTooMany = mostOf !== undefined && counted.orphans > mostOf(stored);
    let removed = 0;
    if (counted.orphans > 0 && !isTooMany) {
      for await (const keys of findOrphans(comparison, isMeant)) {
        options.signal?.throwIfAborted();
        await options.objects.remove(keys);
        removed += keys.length;
      }
    }
    return { stored, ...counted, removed };
  });
}

async function count(comparison: Comparison, isMeant: (object: StoredObject) => boolean) {
  let orphans = 0;
  const examples: string[] = [];
  for await (const keys of findOrphans(comparison, isMeant)) {
    orphans += keys.length;
    examples.push(...keys.slice(0, MOST_EXAMPLES - examples.length));
  }
  return { orphans, examples };
}
