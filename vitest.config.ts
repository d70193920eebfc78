import { defineConfig } from 'vitest/config';

/** Units and API tests of every package. API tests share one embedded PostgreSQL, a database each. */
export default defineConfig({
  test: {
    include: ['apps/**/src/**/*.test.{ts,tsx}', 'packages/**/src/**/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: ['scripts/vitest-postgres.ts'],
    setupFiles: ['apps/web/src/shared/every-test.fixture.ts'],
    // What is waited for is there in a moment, and later on a machine that is busy with the others.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
