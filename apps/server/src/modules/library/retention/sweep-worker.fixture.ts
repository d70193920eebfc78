import { startRetention } from './retention.fixture.ts';

/** A process that sweeps until it is killed. */
const { DATABASE_URL, NOW = '' } = process.env;
const now = new Date(NOW);
const retention = await startRetention({
  url: DATABASE_URL,
  clock: () => now,
  otherClock: async () => now,
});
for (;;) await retention.sweep();
