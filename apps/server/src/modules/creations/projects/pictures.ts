import { MAX_PROJECT_PICTURE_BYTES } from '@keepsake/contracts/creations/projects';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ServiceCaller } from '../../../platform/auth.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import { removeLater, type Sent } from '../../exchange/sent-files/index.ts';
import type { Deps } from './deps.ts';
import { type LockedProject, lockProject, pushProjects, setPicture } from './store.ts';

/** Identifies pictures of projects in addresses. */
export const PROJECT_PICTURES = 'project-pictures';

type PutDeps = Pick<Deps, 'db' | 'clock' | 'sentFiles'>;
type SentPicture = Sent & { service: ServiceCaller; customerId: CustomerId; projectCode: string };

/** Stores the picture of a project, replacing the previous one. Throws `not-found` unless the service saved such a project. */
export async function putPicture(deps: PutDeps, sent: SentPicture): Promise<{ pictureId: string }> {
  const { service, customerId, projectCode: code, sha256 } = sent;
  const ref = { customerId, service: service.name, code };
  const existing = await lockProject(deps.db, ref);
  if (!existing || !mayWrite(service, existing)) throw new Problem('not-found');
  const { picture_id: pictureId, picture_key: key } = existing;
  const isSame = existing.picture_sha256?.toString('hex') === sha256;
  if (pictureId && key && isSame && (await deps.sentFiles.isStored({ purpose: 'thumbnail', objectKey: key })))
    return { pictureId };
  await using received = await deps.sentFiles.receive(sent, MAX_PROJECT_PICTURE_BYTES);
  const id = newId();
  const objectKey = `${PROJECT_PICTURES}/${customerId}/${id}`;
  return await deps.sentFiles.store(
    received,
    { customerId, objectKey, purpose: 'thumbnail' },
    async (trx) => {
      const project = await lockProject(trx, ref);
      if (!project) throw new Problem('not-found');
      await removePicture(trx, { customerId, project });
      await setPicture(
        trx,
        { customerId, projectId: project.id },
        { id, objectKey, sha256: Buffer.from(sha256, 'hex') },
      );
      await pushProjects(trx, customerId, deps.clock());
      return { pictureId: id };
    },
  );
}

export const mayWrite = ({ channels }: ServiceCaller, { channel }: Pick<LockedProject, 'channel'>): boolean =>
  channels?.includes(channel) ?? true;

type Removing = { customerId: CustomerId; project: LockedProject };

/** Has the objects of a project's picture removed, in the transaction that removes it from the project. */
export async function removePicture(
  trx: Queryable,
  { customerId, project: { picture_key: objectKey } }: Removing,
): Promise<void> {
  if (objectKey) await removeLater(trx, [{ customerId, objectKey, purpose: 'thumbnail' }]);
}

/** A picture by its id, for its address. */
export function findPicture(db: Queryable, customerId: CustomerId, pictureId: string) {
  return db
    .selectFrom('projects')
    .select((eb) => ['picture_key as objectKey', eb.val<string>('thumbnail').as('purpose')])
    .$narrowType<{ objectKey: string }>()
    .where('user_id', '=', customerId)
    .where('picture_id', '=', pictureId)
    .executeTakeFirst();
}
