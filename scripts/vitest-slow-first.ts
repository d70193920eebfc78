import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest. One of them at the end would let the other workers wait for it. */
export const SLOW = [
  'apps/server/src/modules/library/exports/large.test.ts',
  'apps/server/src/failures.test.ts',
  'apps/server/src/modules/library/exports/crash.test.ts',
  'apps/server/src/start-sentences.test.ts',
  'apps/server/src/platform/archive/independent-readers.test.ts',
  'apps/server/src/platform/database/embedded/recovery.test.ts',
  'apps/server/src/platform/database/embedded-postgres.test.ts',
];

/** The slow files first; without what an earlier run has noted, vitest begins with the longest text. */
export default class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.some((file) => moduleId.endsWith(file));
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
