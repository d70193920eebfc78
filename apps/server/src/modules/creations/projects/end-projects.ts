import type { ProjectRef } from '@keepsake/contracts/creations/projects';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ServiceCaller } from '../../../platform/auth.ts';
import { inTurn, type Queryable } from '../../../platform/database/database.ts';
import { actOnEach } from '../../../platform/each-item.ts';
import { NIL_ID, NOBODY } from '../../../platform/ids.ts';
import { BATCH, type Cron, type Task } from '../../../platform/jobs/jobs.ts';
import type { Closing } from '../../../platform/personal-data.ts';
import { Problem } from '../../../platform/problem.ts';
import { eraseUses, removeProjectUses } from '../../library/photos/index.ts';
import type { Deps } from './deps.ts';
import { lockUses, setUses } from './photos-of-projects.ts';
import { mayWrite, removePicture } from './pictures.ts';
import { restorableSince } from './present-projects.ts';
import { type LockedProject, lockProject, pushProjects, removeProject, setDeleted } from './store.ts';

/** Moves a project to the deleted ones. Throws `not-found` for one that is not the customer's. */
export async function deleteProject(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  ref: ProjectRef,
): Promise<void> {
  await inTurn(db, { lock: lockUses, customerId: ref.customerId }, async (trx) => {
    const project = await lockProject(trx, ref);
    if (!project) throw new Problem('not-found');
    if (project.deleted_at) return;
    const now = clock();
    await setDeleted(trx, ref, now);
    await removeProjectUses(trx, ref);
    await pushProjects(trx, ref.customerId, now);
  });
}

/** Restores a deleted project. Throws `not-found` once it is gone for good. */
export async function restoreProject(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  ref: ProjectRef,
): Promise<void> {
  await inTurn(db, { lock: lockUses, customerId: ref.customerId }, async (trx) => {
    const project = await lockProject(trx, ref);
    const now = clock();
    if (!project || (project.deleted_at && project.deleted_at <= restorableSince(now)))
      throw new Problem('not-found');
    if (!project.deleted_at) return;
    await setDeleted(trx, ref, null);
    await setUses(trx, ref, { photoIds: project.photo_ids, now });
    await pushProjects(trx, ref.customerId, now);
  });
}

type Ended = {
  service: ServiceCaller;
  customerId: CustomerId;
  projectCode: string;
  orderCode?: string | null;
};

type EndDeps = Pick<Deps, 'db' | 'clock' | 'endNeededDate'>;

/** Ends a project at its editor's request. Idempotent. */
export async function endProject(
  deps: EndDeps,
  { service, customerId, projectCode: code, orderCode = null }: Ended,
): Promise<void> {
  await inTurn(deps.db, { lock: lockUses, customerId }, async (trx) => {
    const project = await lockProject(trx, { customerId, service: service.name, code });
    if (project && mayWrite(service, project)) await erase(deps, trx, { customerId, project, orderCode });
  });
}

type Erased = { customerId: CustomerId; project: LockedProject; orderCode?: string | null };

async function erase(
  { clock, endNeededDate }: Pick<EndDeps, 'clock' | 'endNeededDate'>,
  trx: Queryable,
  { customerId, project, orderCode = null }: Erased,
): Promise<void> {
  const ref = { customerId, projectId: project.id };
  const now = clock();
  await endNeededDate(trx, { ...ref, orderCode });
  await removeProjectUses(trx, ref);
  await removePicture(trx, { customerId, project });
  await removeProject(trx, ref);
  await pushProjects(trx, customerId, now);
}

const END_PROJECTS = 'end-projects';
export const END_PROJECTS_CRON: Cron = { task: END_PROJECTS, at: '11 4 * * *' };

/** Removes projects that can no longer be restored, and notifies their editors; and those that editors no longer keep. */
export function endProjectsTask(deps: TaskDeps): Task {
  return {
    name: END_PROJECTS,
    waitsForReconcile: false,
    async handle(_payload, { signal }) {
      let after: ProjectRef | undefined = { customerId: NOBODY, projectId: NIL_ID };
      while (after) {
        const found: ProjectRef[] = await findOver(deps, after);
        await actOnEach(found, (ref) => endIfOver(deps, ref), {
          log: deps.log,
          message: 'a project could not be ended',
          context: ({ projectId }) => ({ projectId }),
          signal,
        });
        signal?.throwIfAborted();
        // Those that failed are still there, so the next batch begins behind them.
        after = found.length === BATCH ? found.at(-1) : undefined;
      }
    },
  };
}

type TaskDeps = EndDeps & Pick<Deps, 'notifyServices' | 'log'>;

function findOver(
  { db, clock }: Pick<TaskDeps, 'db' | 'clock'>,
  { customerId, projectId }: ProjectRef,
): Promise<ProjectRef[]> {
  const now = clock();
  return db
    .selectFrom('projects')
    .select(['user_id as customerId', 'id as projectId'])
    .where((eb) => eb.or([eb('deleted_at', '<=', restorableSince(now)), eb('kept_until', '<=', now)]))
    .where((eb) => eb(eb.refTuple('user_id', 'id'), '>', eb.tuple(customerId, projectId)))
    .orderBy('user_id')
    .orderBy('id')
    .limit(BATCH)
    .execute();
}

async function endIfOver(deps: TaskDeps, ref: ProjectRef): Promise<void> {
  const { db, clock, notifyServices } = deps;
  const now = clock();
  const isOver = (project: { deleted_at: Date | null; kept_until: Date | null }) =>
    (project.deleted_at && project.deleted_at <= restorableSince(now)) ||
    (project.kept_until && project.kept_until <= now);
  await inTurn(db, { lock: lockUses, customerId: ref.customerId }, async (trx) => {
    const project = await lockProject(trx, ref);
    // Restored, or saved with a later date, since it was found.
    if (!project || !isOver(project)) return;
    const { deleted_at: deletedAt } = project;
    await erase(deps, trx, { customerId: ref.customerId, project });
    if (deletedAt)
      await notifyEditor(notifyServices, trx, { customerId: ref.customerId, project, deletedAt });
  });
}

type Gone = { customerId: CustomerId; project: LockedProject; deletedAt: Date };

/** Notifies the editor that a project was deleted for good by its customer. */
async function notifyEditor(
  notifyServices: Deps['notifyServices'],
  trx: Queryable,
  { customerId, project: { channel, service, code }, deletedAt }: Gone,
): Promise<void> {
  const context = { customerId, channel, service, projectCode: code };
  await notifyServices(trx, customerId, {
    type: 'project.deleted',
    data: { ...context, deletedAt: deletedAt.toISOString() },
  });
}

/** Ends all projects of an erased customer, one at a time, and notifies their editors. */
export async function eraseProjects(
  deps: EndDeps & Pick<Deps, 'notifyServices'>,
  customerId: CustomerId,
  { closedAt, signal }: Closing,
): Promise<void> {
  const { db, notifyServices } = deps;
  const projects = await db
    .selectFrom('projects')
    .select('id as projectId')
    .where('user_id', '=', customerId)
    .execute();
  for (const { projectId } of projects) {
    signal?.throwIfAborted();
    await inTurn(db, { lock: lockUses, customerId }, async (trx) => {
      const project = await lockProject(trx, { customerId, projectId });
      if (!project) return;
      await erase(deps, trx, { customerId, project });
      await notifyEditor(notifyServices, trx, {
        customerId,
        project,
        deletedAt: project.deleted_at ?? closedAt,
      });
    });
  }
  await eraseUses(db, customerId, 'project');
}
