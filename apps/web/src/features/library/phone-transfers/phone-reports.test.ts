import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answer, takeReports } from '#/shared/error-reports.fixture.ts';
import { createPhoneReports } from './phone-reports.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Reports of a page that sends nothing, and what the server answers to each. */
function begin(...answers: (Response | Error)[]) {
  const reported = takeReports(() => answers.shift() ?? answer(200, { known: [] }));
  const onExpired = vi.fn();
  const reports = createPhoneReports({ items: () => [], awaited: () => [], onKnown: () => {}, onExpired });
  reports.begin('phone', 0);
  return { reported, onExpired };
}

test('a report that the server does not take is reported, and the next one is sent all the same [ERR-02]', async () => {
  const { reported, onExpired } = begin(answer(500), answer(401, { code: 'unauthenticated' }));
  await vi.advanceTimersByTimeAsync(100);
  expect(reported).toEqual(['REPORT_FROM_PHONE_FAILED']);
  expect(onExpired).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onExpired).toHaveBeenCalledTimes(1);
  expect(reported).toHaveLength(1);
});

test('without a connection nothing is reported [ERR-02]', async () => {
  const { reported } = begin(new TypeError('Failed to fetch'));
  await vi.advanceTimersByTimeAsync(100);
  expect(reported).toEqual([]);
});
