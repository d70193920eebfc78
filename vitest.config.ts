import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import SlowFirst, { SLOW } from './scripts/vitest-slow-first.ts';

const include = [
  'apps/**/src/**/*.test.{ts,tsx}',
  'packages/**/src/**/*.test.ts',
  'apps/web/build/*.test.ts',
  'scripts/**/*.test.ts',
];
/** Tests that put others in the place of modules, which the files after them in the same process would find. */
const replacing = globSync(['apps/*/src/**/*.test.{ts,tsx}', 'packages/*/src/**/*.test.ts']).filter((file) =>
  readFileSync(file, 'utf8').includes('vi.mock('),
);
/** Gigabytes that stream through a process full of other tests' modules have it collect garbage all the time. */
const apart = [...replacing, ...SLOW];

const common = {
  setupFiles: ['apps/web/src/shared/every-test.fixture.ts'],
  // What is waited for is there in a moment, and later on a machine that is busy with the others.
  expect: { poll: { timeout: 15_000 } },
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // Else it would find another build of graphql than the sources do: Vite takes the one for development.
  server: { deps: { inline: ['graphql-http'] } },
};

/**
 * Units and API tests of every package. Most files share processes one after another, for most of the time of a short
 * one goes by while its modules are loaded. API tests share one embedded PostgreSQL, a database each.
 */
export default defineConfig({
  test: {
    globalSetup: ['scripts/vitest-postgres.ts'],
    // More than there are processors: a quarter of the time nothing runs but clocks, the database and other processes.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: SlowFirst },
    projects: [
      { test: { ...common, name: 'apart', include: apart } },
      {
        test: {
          ...common,
          name: 'together',
          isolate: false,
          include,
          exclude: ['**/node_modules/**', ...apart],
        },
      },
    ],
  },
});
