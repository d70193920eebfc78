import { MAX_PROJECT_PICTURE_BYTES } from '@keepsake/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceCaller } from '../../../platform/auth.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import { keepPicture, receiveFile, removeLater, type Sent, sendPicture } from '../sent-files/index.ts';
import type { Deps } from './deps.ts';
import { type LockedProject, lockProject, pushProjects, setPicture } from './store.ts';

type PutDeps = Pick<Deps, 'db' | 'clock' | 'objects' | 'images' | 'dataDir'>;
type SentPicture = Sent & { service: ServiceCaller; customerId: string; projectCode: string };

/**
 * Keeps the picture of a project in the place of the one before it. The row comes after the objects: a kill in between
 * leaves orphans. Throws `not-found` unless the service saved such a project.
 */
export async function putPicture(deps: PutDeps, sent: SentPicture): Promise<{ pictureId: string }> {
  const { service, customerId: userId, projectCode: code, sha256 } = sent;
  const ref = { userId, service: service.name, code };
  const known = await lockProject(deps.db, ref);
  if (!known || !mayWrite(service, known)) throw new Problem('not-found');
  if (known.picture_id && known.picture_sha256?.toString('hex') === sha256)
    return { pictureId: known.picture_id };
  await using received = await receiveFile(deps, sent, MAX_PROJECT_PICTURE_BYTES);
  const id = newId();
  const objectKey = `project-pictures/${userId}/${id}`;
  await keepPicture(deps, received, { userId, objectKey });
  return deps.db.transaction().execute(async (trx) => {
    const project = await lockProject(trx, ref);
    const now = deps.clock();
    if (!project) throw new Problem('not-found');
    await removePicture(trx, { userId, project, now });
    await setPicture(
      trx,
      { userId, projectId: project.id },
      { id, objectKey, sha256: Buffer.from(sha256, 'hex') },
    );
    await pushProjects(trx, userId, now);
    return { pictureId: id };
  });
}

export const mayWrite = ({ channels }: ServiceCaller, { channel }: Pick<LockedProject, 'channel'>): boolean =>
  channels?.includes(channel) ?? true;

type Removing = { userId: string; project: LockedProject; now: Date };

/** Has the objects of a project's picture removed, in the transaction that takes it away. */
export async function removePicture(
  trx: Queryable,
  { userId, project: { picture_id: id, picture_key: objectKey }, now }: Removing,
): Promise<void> {
  if (id && objectKey) await removeLater(trx, [{ userId, id, objectKey, purpose: 'thumbnail' }], now);
}

type Params = { expiry: string; signature: string; ownerId: string; pictureId: string; variant: string };

/** Names the area of the addresses, which are signed like those of photos. */
export const pictureArea = (userId: string) => `project-pictures/${userId}`;

/** Pictures of projects by signed address. One that was replaced is gone at once; anything wrong returns the same 404. */
export function mountPictures(
  app: FastifyInstance,
  { db, clock, objects, signer }: Pick<Deps, 'db' | 'clock' | 'objects' | 'signer'>,
): void {
  const config = { rateLimit: false } as const;
  app.get('/media/:expiry/:signature/project-pictures/:ownerId/:pictureId/:variant', { config }, answer);

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const { ownerId, pictureId, variant, ...signed } = request.params as Params;
    if (!isId(ownerId) || !isId(pictureId)) throw new Problem('not-found');
    if (!signer.isValid({ ...signed, ownerId: pictureArea(ownerId), photoId: pictureId }, clock()))
      throw new Problem('not-found');
    const project = await db
      .selectFrom('projects')
      .select('picture_key')
      .where('user_id', '=', ownerId)
      .where('picture_id', '=', pictureId)
      .executeTakeFirst();
    if (!project?.picture_key) throw new Problem('not-found');
    reply
      .header('cache-control', 'private, max-age=86400, immutable')
      .header('x-content-type-options', 'nosniff');
    return sendPicture(reply, objects, { objectKey: project.picture_key, variant });
  }
}
