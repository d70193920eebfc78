import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files. If one of them came last, the other workers would wait for it. */
export const SLOW = [
  'apps/server/src/modules/library/exports/large.test.ts',
  'apps/server/src/system-tests/failures.test.ts',
  'apps/server/src/modules/library/exports/crash.test.ts',
  'apps/server/src/system-tests/start-sentences.test.ts',
  'apps/server/src/platform/archive/independent-readers.test.ts',
  'apps/server/src/platform/database/embedded/recovery.test.ts',
  'apps/server/src/platform/database/embedded-postgres.test.ts',
];

/** Slow files first; without timings of an earlier run, vitest starts with the largest files. */
export default class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.some((file) => moduleId.endsWith(file));
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
