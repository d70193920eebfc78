import type { Comparison } from './compare-stored.ts';
import { findOrphans } from './find-orphans.ts';
import { createFinding, type Finding } from './finding.ts';

/** Objects that belong to nothing. */
export async function checkOrphans(comparison: Comparison): Promise<Finding[]> {
  const orphans = createFinding('objects that belong to nothing');
  for await (const keys of findOrphans(comparison)) {
    for (const key of keys) if ((await comparison.objects.size(key)) !== null) orphans.add(key);
  }
  return [orphans];
}
