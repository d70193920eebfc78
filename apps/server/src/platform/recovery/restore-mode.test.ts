import { allEndpoints } from '@keepsake/contracts/all-endpoints.fixture';
import { expect, test } from 'vitest';
import type { Call } from '../http/route.ts';
import { JobPostponed } from '../jobs/jobs.ts';
import { refuseInRestoreMode, waitForReconcile } from './restore-mode.ts';

const attempt = { attempt: 1, maxAttempts: 1 };
const routes = allEndpoints.map((endpoint) => ({ endpoint, handle: async () => 'answered' }));

test.each([true, false])(
  'of all calls, those that must not be repeated are refused in restore mode: %s',
  async (is) => {
    const answers = await Promise.all(
      refuseInRestoreMode(routes, async () => is).map(async ({ endpoint, handle }) => [
        endpoint.name,
        await handle({} as Call).catch(({ code }) => code),
      ]),
    );
    const refused = answers.flatMap(([name, answer]) => (answer === 'held-after-restore' ? [name] : []));
    const held = allEndpoints.flatMap(({ name, isHeldAfterRestore }) => (isHeldAfterRestore ? [name] : []));
    expect(held).toEqual(expect.arrayContaining(['placeReorder', 'getOffer', 'addToWallet']));
    expect(refused).toEqual(is ? held : []);
  },
);

test.each([
  ['in restore mode', async () => true],
  ['without an answer from database or store', () => Promise.reject(new Error('away'))],
])('a task that must not be repeated waits %s, and others run', async (_when, isInRestoreMode) => {
  const done: string[] = [];
  const task = (name: string, waitsForReconcile: boolean) => ({
    name,
    waitsForReconcile,
    handle: async () => void done.push(name),
  });
  const [mail, photo] = waitForReconcile([task('mail', true), task('photo', false)], isInRestoreMode);
  await expect(mail?.handle({}, attempt)).rejects.toThrow(JobPostponed);
  await photo?.handle({}, attempt);
  expect(done).toEqual(['photo']);
});
