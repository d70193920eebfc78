import { isFirstReleaseGone, leaveFirstRelease } from '../../../platform/database/first-release.ts';
import type { Cron, Task } from '../../../platform/jobs/jobs.ts';
import type { Module } from '../../../platform/module.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { RestorableDays } from '../photos/index.ts';

const LEAVE_FIRST_RELEASE = 'leave-first-release';
const CRON: Cron = { task: LEAVE_FIRST_RELEASE, at: '*/5 * * * *' };

export type RestorableDaysModule = Module & { restorableDays: RestorableDays };

type Deps = Pick<Platform, 'db' | 'clock' | 'log'> & {
  /** As set, for when no node of 0.2.0 works any more. */
  deletedDays: number;
};

/**
 * The days for which deleted photos can come back, none while nodes of 0.2.0 may work here, and the module that waits until they
 * are gone (ADR 137). With no days it does not wait, and such nodes may come back.
 */
export async function createRestorableDays(deps: Deps): Promise<RestorableDaysModule> {
  const { db, deletedDays } = deps;
  await takeStep(deps);
  let isGone = false;
  return {
    async restorableDays() {
      // Until then each call asks: one node must not promise what another does not hold.
      if (deletedDays > 0 && !isGone) isGone = await isFirstReleaseGone(db);
      return isGone ? deletedDays : 0;
    },
    tasks: [leaveFirstReleaseTask(deps)],
    crons: [CRON],
  };
}

function leaveFirstReleaseTask(deps: Deps): Task {
  return { name: LEAVE_FIRST_RELEASE, waitsForReconcile: false, handle: () => takeStep(deps) };
}

async function takeStep({ db, clock, log, deletedDays }: Deps): Promise<void> {
  if (deletedDays === 0 || (await isFirstReleaseGone(db))) return;
  const state = await leaveFirstRelease(db, clock());
  if (state === 'gone') log.info({ deletedDays }, 'deleted photos can come back from now on');
  else log.info({ state }, 'deleted photos cannot come back before nodes of 0.2.0 are gone');
}
