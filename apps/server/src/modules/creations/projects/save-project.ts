import { createHash } from 'node:crypto';
import type { saveProject as saveProjectEndpoint } from '@keepsake/contracts/creations/projects';
import type { BodyOf } from '@keepsake/contracts/platform/endpoint';
import type { ServiceCaller } from '../../../platform/auth.ts';
import { inTurn } from '../../../platform/database/database.ts';
import { isNewerVersion } from '../../../platform/idempotency.ts';
import { newId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import { refuseAhead } from '../../../platform/recently.ts';
import { requireOpenCustomer } from '../../account/customers/index.ts';
import { checkServiceChannel } from '../../frame/channels/index.ts';
import type { Deps } from './deps.ts';
import { lockUses, setUses } from './photos-of-projects.ts';
import { type Content, insertProject, lockProject, pushProjects, updateProject } from './store.ts';

type SaveDeps = Pick<Deps, 'db' | 'clock'>;
type Saved = {
  service: ServiceCaller;
  projectCode: string;
  project: BodyOf<typeof saveProjectEndpoint>;
};

/**
 * Stores a version of a project; the newest wins, in whatever order they arrive. One deleted by the customer stays deleted, with
 * the saved content.
 */
export async function saveProject(
  deps: SaveDeps,
  { service, projectCode: code, project }: Saved,
): Promise<{ projectId: string; version: number; isDeleted: boolean }> {
  const now = deps.clock();
  checkProject({ service, project, now });
  const { customerId } = project;
  const content = contentOf(project, now);
  return inTurn(deps.db, { lock: lockUses, customerId }, async (trx) => {
    await requireOpenCustomer(trx, customerId);
    const id = newId();
    const ref = { customerId, service: service.name, code };
    if (await insertProject(trx, ref, { id, content })) {
      await setUses(trx, { customerId, projectId: id }, { photoIds: content.photoIds, now });
      await pushProjects(trx, customerId, now);
      return { projectId: id, version: content.version, isDeleted: false };
    }
    const existing = await lockProject(trx, ref);
    // It was ended between the two statements: the editor saves again.
    if (!existing) throw new Problem('unavailable');
    const answer = { projectId: existing.id, isDeleted: existing.deleted_at !== null };
    if (!isNewerVersion(content, { version: existing.version, contentHash: existing.content_hash }))
      return { ...answer, version: existing.version };
    const projectRef = { customerId, projectId: existing.id };
    await updateProject(trx, projectRef, content);
    if (!answer.isDeleted) await setUses(trx, projectRef, { photoIds: content.photoIds, now });
    await pushProjects(trx, customerId, now);
    return { ...answer, version: content.version };
  });
}

type Checked = Omit<Saved, 'projectCode'> & { now: Date };

function checkProject({ service, project, now }: Checked): void {
  const { channel, changedAt } = project;
  checkServiceChannel(service, channel);
  refuseAhead('body.changedAt', changedAt, now);
}

function contentOf(project: Saved['project'], now: Date): Content {
  const {
    title,
    product,
    article,
    articleType,
    price,
    pagesCount,
    photoIds = [],
    changedAt,
    keptUntil,
  } = project;
  return {
    version: project.version,
    contentHash: createHash('sha256').update(JSON.stringify(project)).digest(),
    channel: project.channel,
    title: title ?? null,
    product: product ?? null,
    article: article ?? null,
    articleType: articleType ?? null,
    price: price ?? null,
    pagesCount: pagesCount ?? null,
    photoIds: [...new Set(photoIds)],
    continueUrl: project.continueUrl,
    changedAt: changedAt ? new Date(changedAt) : now,
    keptUntil: keptUntil ? new Date(keptUntil) : null,
  };
}
