import { addDays } from '@keepsake/contracts/library/retention';
import {
  NEEDED_WITHIN_DAYS,
  type NeededBy,
  type setOrderNeededBy,
} from '@keepsake/contracts/orders/needed-by';
import type { BodyOf } from '@keepsake/contracts/platform/endpoint';
import { faultyField, Problem } from '../../../platform/problem.ts';
import { dayIn } from '../../../platform/wall-time.ts';
import { channelOrDefault } from '../../frame/channels/index.ts';
import type { Deps } from './deps.ts';
import { stageOf } from './rules.ts';
import { lockDate, type NeededRef, removeDate, saveDate, setNotified } from './store.ts';
import { lockSubject, pushSubject, readSubject } from './subjects.ts';

type Change = BodyOf<typeof setOrderNeededBy>;

/**
 * Sets, changes or removes a date. Throws `not-found` for what is not the customer's, `invalid-request` for a day that has passed
 * or is too far away, and `conflict` if it was changed since, or there is nothing left to wait for.
 */
export async function setDate(
  deps: Deps,
  ref: NeededRef,
  { date, occasion = undefined, basedOn }: Change,
): Promise<{ neededBy: NeededBy | null }> {
  return deps.db.transaction().execute(async (trx) => {
    const within = { ...deps, db: trx };
    await lockSubject(trx, ref);
    const subject = await readSubject(within, ref);
    if (!subject) throw new Problem('not-found');
    const existing = await lockDate(trx, ref);
    if ((existing?.changedAt.toISOString() ?? null) !== basedOn || subject.isOver)
      throw new Problem('conflict');
    const now = deps.clock();
    if (date === null) await removeDate(trx, ref);
    else {
      checkDay(date, dayIn(channelOrDefault(subject.channel).timeZone, now));
      await saveDate(trx, ref, { date, occasion: occasion?.trim() || null, notified: null, now });
    }
    const neededBy = (await readSubject(within, ref))?.neededBy ?? null;
    // The customer sees the state when setting it, and is notified of changes from then on.
    if (neededBy) await setNotified(trx, ref, { notified: stageOfDate(neededBy, now), notifiedAt: null });
    await pushSubject(trx, ref, now);
    return { neededBy };
  });
}

export const stageOfDate = ({ verdict, orderBy }: NeededBy, now: Date) =>
  stageOf(verdict, orderBy === null ? null : new Date(orderBy), now);

function checkDay(date: string, today: string): void {
  if (date < today) throw faultyField('body.date', 'has passed');
  if (date > addDays(today, NEEDED_WITHIN_DAYS))
    throw faultyField('body.date', 'is more than two years away');
}
