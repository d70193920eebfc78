import { MINUTE_MS } from '../clock.ts';
import type { Route } from '../http/route.ts';
import { JobPostponed, type Runnable, type Task } from '../jobs/jobs.ts';
import { Problem } from '../problem.ts';

type IsInRestoreMode = () => Promise<boolean>;

/** Wraps tasks that must do nothing twice, so that their jobs wait while the database may be an earlier one. */
export function waitForReconcile(tasks: readonly Task[], isInRestoreMode: IsInRestoreMode): Runnable[] {
  return tasks.map((task) => {
    if (!task.waitsForReconcile) return task;
    const handle: Runnable['handle'] = async (payload, attempt) => {
      if (await isHeld(isInRestoreMode))
        throw new JobPostponed(HELD, { delayMs: MINUTE_MS, isExpected: true });
      await task.handle(payload, attempt);
    };
    return { ...task, handle };
  });
}

const HELD = 'The database was restored: run npm run keepsake -- reconcile';

/** Without an answer the jobs wait, too: nothing says that this is the same database. */
const isHeld = (isInRestoreMode: IsInRestoreMode) =>
  isInRestoreMode().catch((cause: Error) => {
    const reason = `It is not known whether the database was restored: ${cause.message}`;
    throw new JobPostponed(reason, { delayMs: MINUTE_MS });
  });

/** Wraps routes that must do nothing twice, so that their calls fail with `held-after-restore` meanwhile. */
export function refuseInRestoreMode(routes: readonly Route[], isInRestoreMode: IsInRestoreMode): Route[] {
  return routes.map((open) => {
    if (!open.endpoint.isHeldAfterRestore) return open;
    const handle: Route['handle'] = async (call) => {
      if (await isInRestoreMode()) throw new Problem('held-after-restore');
      return open.handle(call);
    };
    return { ...open, handle };
  });
}
