import { describe, expect, test } from 'vitest';
import { addDays, keptLongerByOrdering, type StorageAccount, storageStatusOf } from './retention.ts';

const account: StorageAccount = {
  delayedDeletionDate: null,
  lastOrderDate: '2025-01-31',
  projectCount: 2,
  projectedDeletionDate: '2026-07-31',
  registrationDate: '2024-12-01',
  today: '2026-02-01',
  photosCount: 12,
  keptUntilIfOrderedToday: '2027-08-01',
  hidden: null,
  reminders: [],
};

describe('a customer’s storage status', () => {
  test.each([
    ['2026-02-01', 'safe', 5],
    ['2026-04-30', 'safe', 3],
    ['2026-05-01', 'warning', 2],
    ['2026-06-30', 'warning', 1],
    ['2026-07-01', 'critical', 0],
    ['2026-07-31', 'critical', 0],
    ['2026-08-05', 'critical', 0],
  ])('on %s it is %s with %s months to go [RET-04, RET-14, RET-15, RET-16]', (today, status, months) => {
    expect(storageStatusOf({ ...account, today })).toMatchObject({ status, monthsRemaining: months });
  });

  test('it contains what the screens show [RET-17]', () => {
    expect(storageStatusOf(account)).toEqual({
      status: 'safe',
      monthsRemaining: 5,
      daysRemaining: 180,
      deletionDate: '2026-07-31',
      lastOrderDate: '2025-01-31',
      registrationDate: '2024-12-01',
      projectCount: 2,
    });
  });

  test('a delayed date takes precedence over the projected one [RET-19]', () => {
    const delayed = { ...account, delayedDeletionDate: '2026-12-24' };
    expect(storageStatusOf(delayed).deletionDate).toBe('2026-12-24');
    expect(storageStatusOf(account).deletionDate).toBe('2026-07-31');
  });

  test('no days remain on the last day and after it', () => {
    const remaining = (today: string) => storageStatusOf({ ...account, today }).daysRemaining;
    expect(remaining(account.projectedDeletionDate)).toBe(0);
    expect(remaining(addDays(account.projectedDeletionDate, -1))).toBe(1);
    expect(remaining(addDays(account.projectedDeletionDate, 3))).toBe(0);
  });

  test.each([
    ['2026-07-31', null, '2027-08-01'],
    ['2027-08-01', null, null],
    ['2027-07-31', null, '2027-08-01'],
    ['2026-07-31', '2027-10-01', null],
  ])(
    'kept until %s, delayed to %s, an order today keeps the photos until %s',
    (projectedDeletionDate, delayedDeletionDate, storedUntil) => {
      expect(keptLongerByOrdering({ ...account, projectedDeletionDate, delayedDeletionDate })).toBe(
        storedUntil,
      );
    },
  );
});
