import type { DemoProjectContent } from '@keepsake/contracts/shop/demo-projects';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answer, takeReports } from '#/shared/error-reports.fixture.ts';
import { createProjectSaver, type SaveState } from './project-saver.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const CONTENT: DemoProjectContent = {
  kind: 'prints',
  photoIds: ['00000000-0000-4000-8000-000000000001'],
  productCode: 'PAP_910',
  quantity: 2,
  deliveryType: 'Home',
};
const saved = () => answer(200, { version: 2, isDeleted: false, lettersLeftOut: '' });

/** A project whose content was changed, and what each attempt to save it is answered. */
function change(...answers: (Response | Error)[]) {
  const reported = takeReports(() => answers.shift() ?? saved());
  const states: SaveState[] = [];
  const saver = createProjectSaver({
    projectCode: 'P1',
    channel: 'keepsake',
    version: 1,
    onState: (state) => states.push(state),
  });
  saver.change(CONTENT);
  return { saver, states, reported };
}

test('a change that cannot be saved is reported, and saved a while later [ERR-02]', async () => {
  const { saver, states, reported } = change(answer(500));
  expect(await saver.flush()).toBe(false);
  expect(states).toEqual(['changed', 'failed']);
  expect(reported).toEqual(['SAVE_PROJECT_FAILED']);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(states.at(-1)).toBe('saved');
});

test('an answer that says nothing is reported, too [ERR-02]', async () => {
  const { saver, states, reported } = change(answer(200, { version: 'two' }));
  await saver.flush();
  expect(states.at(-1)).toBe('failed');
  expect(reported).toEqual(['SAVE_PROJECT_FAILED']);
  saver.stop();
});

test('a change made elsewhere and a lost network are shown, and no failures [ERR-02]', async () => {
  const elsewhere = change(answer(409, { code: 'conflict' }));
  expect(await elsewhere.saver.flush()).toBe(false);
  expect(elsewhere.states).toEqual(['changed', 'conflict']);
  expect(elsewhere.reported).toEqual([]);
  const offline = change(new TypeError('Failed to fetch'));
  await offline.saver.flush();
  expect(offline.states).toEqual(['changed', 'failed']);
  expect(offline.reported).toEqual([]);
  offline.saver.stop();
});
