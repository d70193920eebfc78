import {
  addDays,
  addMonths,
  STORAGE_GRACE_DAYS,
  STORAGE_REMINDERS,
} from '@keepsake/contracts/library/retention';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reminderDays } from './days.ts';
import { type Account, type Details, deletionDateOf, planSteps } from './rules.ts';

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const near = (of: fc.Arbitrary<string>) =>
  fc.tuple(of, fc.integer({ min: -150, max: 150 })).map(([from, days]) => addDays(from, days));
const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });

/** Any account, and any day near its dates. */
const situation = day.chain((projectedDeletionDate) => {
  const around = near(fc.constant(projectedDeletionDate));
  const account = fc
    .record({
      delayedDeletionDate: orNull(around),
      state: fc.constantFrom('kept', 'hidden', 'deleting') as fc.Arbitrary<Account['state']>,
      graceEndsOn: around,
      exportedFor: orNull(around),
      delays: fc.nat(3),
      movedFrom: orNull(around),
    })
    .map((some): Account => {
      const graceEndsOn = some.state === 'kept' ? null : some.graceEndsOn;
      return { ...some, projectedDeletionDate, graceEndsOn };
    });
  const reminder = fc.record({
    deletionDate: fc.oneof(fc.constant(projectedDeletionDate), around),
    reminder: fc.constantFrom(...STORAGE_REMINDERS),
    sentOn: orNull(around),
    returnedOn: orNull(around),
    isReturned: fc.boolean(),
    isElsewhere: fc.boolean(),
  });
  const details: fc.Arbitrary<Details> = fc.record({
    hasPhotos: fc.boolean(),
    isReachable: fc.boolean(),
    isBeingDeleted: fc.boolean(),
    retention: fc.oneof(
      { arbitrary: fc.constant({ reminders: STORAGE_REMINDERS }), weight: 3 },
      fc.constant({ reminders: ['one-month'] as const }),
      fc.constant('off' as const),
    ),
    reminders: fc.array(reminder, { maxLength: 5 }),
    seen: orNull(fc.record({ date: around, on: around })),
  });
  return fc.record({ account, details, today: around });
});

const UNSENT = { sentOn: null, returnedOn: null, isReturned: false, isElsewhere: false };

/** A channel that sends one mail a month before: on the last day the nearest of its stages is still that one. */
const LATE_IN_ONE_STAGE = {
  account: {
    projectedDeletionDate: '2038-12-01',
    delayedDeletionDate: null,
    state: 'kept' as const,
    graceEndsOn: null,
    exportedFor: null,
    delays: 0,
    movedFrom: null,
  },
  details: {
    hasPhotos: true,
    isReachable: true,
    isBeingDeleted: false,
    retention: { reminders: ['one-month'] as const },
    reminders: [{ deletionDate: '2038-12-01', reminder: 'three-months' as const, ...UNSENT }],
    seen: null,
  },
  today: '2038-12-01',
};

describe('the actions of a day, for any account', () => {
  test('end, and continue on a later day', () => {
    fc.assert(
      fc.property(situation, ({ account, details, today }) => {
        expect(planSteps(account, details, today).until > today).toBe(true);
      }),
    );
  });

  test('hide nothing on or before the deletion date, nothing unwarned, and for 30 days', () => {
    fc.assert(
      fc.property(situation, ({ account, details, today }) => {
        const { steps } = planSteps(account, details, today);
        const hidden = steps.find((step) => step.do === 'hide');
        if (!hidden) return;
        const date = deletionDateOf(account);
        expect(today > date).toBe(true);
        expect(hidden.graceEndsOn).toBe(addDays(today, STORAGE_GRACE_DAYS));
        const warned = details.reminders.filter(({ deletionDate }) => deletionDate === date);
        expect(warned.some(({ sentOn }) => sentOn !== null && sentOn <= addDays(today, -7))).toBe(true);
      }),
    );
  });

  test('delete only what was hidden before, after its grace period', () => {
    fc.assert(
      fc.property(situation, ({ account, details, today }) => {
        const { steps } = planSteps(account, details, today);
        if (!steps.some((step) => step.do === 'delete')) return;
        expect(account.state).toBe('hidden');
        expect(today > (account.graceEndsOn ?? '')).toBe(true);
      }),
    );
  });

  test("send at most one mail, of the channel's nearest stage, before the date, to customers who have photos", () => {
    fc.assert(
      fc.property(situation, ({ account, details, today }) => {
        const plan = planSteps(account, details, today);
        const reminds = plan.steps.filter((step) => step.do === 'remind');
        expect(reminds.length).toBeLessThanOrEqual(1);
        const [remind] = reminds;
        if (!remind) return;
        const date = deletionDateOf(plan.account);
        expect(today <= date && details.hasPhotos && details.isReachable).toBe(true);
        const { retention } = details;
        const sent = retention === 'off' ? [] : retention.reminders;
        const due = reminderDays(date, sent).findLast((stage) => stage.day <= today);
        expect(due?.reminder).toBe(remind.reminder);
      }),
      { examples: [[LATE_IN_ONE_STAGE]] },
    );
  });

  test('are done once: the same day again changes nothing', () => {
    fc.assert(
      fc.property(situation, ({ account, details, today }) => {
        const first = planSteps(account, details, today);
        const reminded = first.steps.flatMap((step) =>
          step.do === 'remind'
            ? [{ deletionDate: deletionDateOf(first.account), reminder: step.reminder, ...UNSENT }]
            : [],
        );
        const isBeingDeleted = details.isBeingDeleted || first.steps.some((step) => step.do === 'delete');
        const later = { ...details, isBeingDeleted, reminders: [...details.reminders, ...reminded] };
        expect(planSteps(first.account, later, today).steps).toEqual([]);
      }),
    );
  });

  test('never bring a deletion date nearer', () => {
    fc.assert(
      fc.property(situation, ({ account, details, today }) => {
        const { steps } = planSteps(account, details, today);
        for (const step of steps) {
          if (step.do === 'delay' || step.do === 'settle') {
            const last = step.movedFrom && addMonths(step.movedFrom, 12);
            expect([addMonths(today, 3), last]).toContain(step.to);
            expect(step.to > addDays(today, 7)).toBe(true);
          }
          if (step.do === 'delay') expect(step.to > deletionDateOf(account)).toBe(true);
        }
      }),
    );
  });
});
