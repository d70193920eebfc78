import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Project } from '@keepsake/contracts/creations/projects';
import type { OutgoingEvent } from '@keepsake/contracts/outgoing-events';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ProblemBody } from '@keepsake/contracts/platform/problem';
import { sql } from 'kysely';
import pino from 'pino';
import type { ServiceCredential } from '../../../platform/auth.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { createObjectPurge } from '../../../platform/objects/purge-objects.ts';
import { addCustomer } from '../../../testing/customers.ts';
import { addPhotoRow } from '../../../testing/photos.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { createSentFiles } from '../../exchange/sent-files/index.ts';
import { deletePhotos } from '../../library/photos/delete-photos.ts';
import { restorePhotos } from '../../library/photos/restore-photos.ts';
import { PROJECT_CHECKS } from '../../library/storage-audit/check-rows.ts';
import { createProjects, removeFromProjects, restoreInProjects } from './index.ts';

type AnyBody = Required<ProblemBody> & {
  projectId: string;
  pictureId: string;
  version: number;
  isDeleted: boolean;
  items: Project[];
  total: number;
};

export const EDITOR_TOKEN = 'the-token-of-the-editor-0123456789abc';
/** Token of an editor that may write to one channel only. */
export const ALPINE_TOKEN = 'the-token-of-an-alpine-editor-0123456';

/** The projects module; collects the events sent to services. */
export async function startProjects() {
  const notified: OutgoingEvent[] = [];
  const library = { isHidden: false };
  const alpine: ServiceCredential = { tokens: [ALPINE_TOKEN], scopes: ['projects'], channels: ['kiekhof'] };
  const world = await startWorld({
    serviceTokens: { editor: EDITOR_TOKEN, alpine },
    modules: (parts) => [
      createProjects({
        ...parts,
        sentFiles: createSentFiles(parts),
        prepared: parts.connection.prepared,
        judgeNeededDate: () => {
          throw new Error('No project has a date here');
        },
        endNeededDate: async () => undefined,
        isLibraryHidden: async () => library.isHidden,
        notifyServices: async (_trx, _customerId, event) => {
          notified.push(event);
          return [];
        },
      }),
      createObjectPurge(parts),
    ],
  });
  const request = async (
    method: string,
    path: string,
    { token = EDITOR_TOKEN, ...init }: RequestInit & { token?: string },
  ) => {
    const headers = { ...init.headers, authorization: `Bearer ${token}` };
    const answer = await fetch(`${world.address}/api/projects/projects/${path}`, {
      ...init,
      method,
      headers,
    });
    const text = await answer.text();
    return { status: answer.status, body: (text ? JSON.parse(text) : {}) as AnyBody };
  };
  return {
    ...world,
    notified,
    library,
    addCustomer: (deletedAt: Date | null = null) => addCustomer(world.db, { deletedAt }),
    addPhoto: async (customerId: CustomerId) => (await addPhotoRow(world, customerId)).photoId,
    /** Deletes photos as customers do. */
    deletePhotos(customerId: CustomerId, photoIds: readonly string[]) {
      const now = world.clock.now;
      const deps = {
        ...world,
        clock: () => now,
        log: pino({ level: 'silent' }),
        restorableDays: async () => 30,
        removeFromAlbums: async () => undefined,
        removeFromProjects: (trx: Queryable, owner: CustomerId, gone: readonly string[]) =>
          removeFromProjects(trx, { customerId: owner, photoIds: gone, now }),
      };
      return deletePhotos(deps, customerId, photoIds);
    },
    /** Brings deleted photos back as customers do. */
    restorePhotos(customerId: CustomerId, photoIds: readonly string[]) {
      const now = world.clock.now;
      const deps = {
        ...world,
        clock: () => now,
        restoreInAlbums: async () => undefined,
        moveInAlbums: async () => undefined,
        restoreInProjects: (trx: Queryable, owner: CustomerId, photos: readonly { photoId: string }[]) =>
          restoreInProjects(trx, { customerId: owner, photoIds: photos.map(({ photoId }) => photoId), now }),
      };
      return restorePhotos(deps, customerId, photoIds);
    },
    /** What an audit finds wrong with this customer's projects. */
    async audit(customerId: CustomerId) {
      const found = await Promise.all(PROJECT_CHECKS.map(({ query }) => sql.raw(query).execute(world.db)));
      return found.flatMap(({ rows }) => rows).filter((row) => JSON.stringify(row).includes(customerId));
    },
    /** Saves a project as an editor does. */
    save(code: string, project: object, token?: string) {
      const headers = { 'content-type': 'application/json' };
      return request('PUT', code, { headers, body: JSON.stringify(project), token });
    },
    putPicture(
      code: string,
      {
        customerId,
        content,
        sha256,
        token,
      }: { customerId: CustomerId; content: Uint8Array<ArrayBuffer>; sha256?: string; token?: string },
    ) {
      const hash = sha256 ?? createHash('sha256').update(content).digest('hex');
      const headers = { 'content-type': 'application/octet-stream' };
      return request('PUT', `${code}/picture?customerId=${customerId}&sha256=${hash}`, {
        headers,
        body: content,
        token,
      });
    },
    end: (code: string, customerId: CustomerId, token?: string) =>
      request('DELETE', `${code}?customerId=${customerId}`, { token }),
    /** A customer's call of the projects service. */
    ask: (customerId: CustomerId, method: string, path: string) =>
      world.call<AnyBody>(customerId, method, `/projects/api/v2${path}`),
    async list(customerId: CustomerId, query = '') {
      const { body } = await world.call<AnyBody>(
        customerId,
        'GET',
        `/projects/api/v2/projects/${customerId}${query}`,
      );
      return body;
    },
    /** A customer's project as an editor saves it. */
    projectOf: (customerId: CustomerId, changes: object = {}) => ({
      customerId,
      channel: 'pennyfern',
      version: 1,
      title: 'Summer in Kent',
      product: 'Photo book, 28 × 21 cm',
      continueUrl: 'https://editor.example/projects/1',
      ...changes,
    }),
    newCode: () => `P-${randomUUID().slice(0, 8)}`,
  };
}

export const PICTURE = new Uint8Array(
  await readFile(new URL('../../../platform/images/known-good/photo.jpeg', import.meta.url)),
);

/** A customer with a saved project of this many photos. */
export async function beginProject(
  editor: Awaited<ReturnType<typeof startProjects>>,
  photosCount = 0,
  changes: object = {},
) {
  const mia = await editor.addCustomer();
  const photoIds: string[] = [];
  for (let at = 0; at < photosCount; at++) photoIds.push(await editor.addPhoto(mia));
  const code = editor.newCode();
  const project = editor.projectOf(mia, { photoIds, ...changes });
  const { body } = await editor.save(code, project);
  return { mia, code, project, photoIds, projectId: body.projectId };
}
