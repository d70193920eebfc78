import { randomUUID } from 'node:crypto';
import type {
  Album,
  AlbumPage,
  Photo,
  PhotosLayout,
  ProblemBody,
  PushMessage,
  SharedAlbum,
} from '@keepsake/contracts';
import { sql } from 'kysely';
import pino from 'pino';
import { createPushHub } from '../../../platform/push.ts';
import { type Installation, startInstallation } from '../../../testing/start-installation.ts';
import { addPhoto } from '../photos/index.ts';
import { ALBUM_CHECKS } from '../storage-audit/check-rows.ts';
import { addEntries, changePhotosCount } from './change-album-photos.ts';

type AnyBody = Required<ProblemBody> &
  Album &
  Omit<AlbumPage, 'albums'> &
  PhotosLayout & {
    albums: (Album & SharedAlbum)[];
    images: Photo[];
    addedCount: number;
    owner: { id: string; email: string };
    participants: { id: string; email: string }[];
    ownerIds: string[];
    readAlbumsCount: number;
    grantedAlbumsCount: number;
    owners: string;
    albumsCount: number;
    failed: string[];
  };

/** The whole platform, with a short way to its album calls. */
export async function startAlbums() {
  const installation: Installation = await startInstallation({ roles: ['web'] });
  const [node] = installation.nodes;
  if (!node) throw new Error('The installation has no node');
  const { db } = node.connection;

  async function call(customerId: string, method: string, url: string, body?: object) {
    const headers = {
      authorization: `Bearer ${await installation.tokenFor(customerId)}`,
      'content-type': 'application/json',
    };
    const answer = await fetch(`${node?.address}/api${url}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: (text ? JSON.parse(text) : {}) as AnyBody };
  }
  let added = 0;
  return {
    db,
    address: node.address,
    stop: installation.stop,
    call,
    /** Calls the photo management API. */
    album: (customerId: string, method: string, path: string, body?: object) =>
      call(customerId, method, `/photo-management/albums${path}`, body),
    /** Calls the shared albums API. */
    shared: (customerId: string, method: string, path: string, body?: object) =>
      call(customerId, method, `/shared-albums${path}`, body),
    /** Adds photos without originals, each a minute older than the one before; gives their ids. */
    async addPhotos(userId: string, count: number): Promise<string[]> {
      const ids: string[] = [];
      for (let index = 0; index < count; index++) {
        const at = new Date(Date.UTC(2024, 5, 1) - ++added * 60_000);
        const sha256 = Buffer.alloc(32);
        sha256.writeUInt32BE(added);
        const facts = { fileName: `${added}.jpg`, format: 'jpeg' as const, bytes: 9, sha256, crc32: 1 };
        const dates = { takenAt: at.toISOString().slice(0, 19), takenOffsetMinutes: null, createdAt: at };
        const photo = {
          userId,
          uploadId: randomUUID(),
          objectKey: `photos/${userId}/${added}`,
          timeZone: 'UTC',
        };
        const { photoId } = await db
          .transaction()
          .execute((trx) => addPhoto(trx, { ...photo, ...facts, ...dates }));
        ids.push(photoId);
      }
      return ids;
    },
    async createAlbum(userId: string, name = 'Summer', photoIds: string[] = []): Promise<string> {
      const { body } = await call(userId, 'POST', '/photo-management/albums', { name });
      const { albumId } = body;
      if (photoIds.length > 0) {
        await call(userId, 'POST', `/photo-management/albums/${albumId}/photos`, { photoIds });
      }
      return albumId;
    },
    /** Makes an album one that these customers see, as the retailer's import does. */
    async share(ownerId: string, albumId: string, participants: readonly string[]) {
      await db.updateTable('albums').set({ is_shared: true }).where('id', '=', albumId).execute();
      const grants = participants.map((userId) => ({
        user_id: userId,
        owner_id: ownerId,
        album_id: albumId,
        created_at: new Date(),
      }));
      await db.insertInto('shared_album_grants').values(grants).execute();
    },
    /** Puts photos of a participant into a shared album, as the retailer's import does. */
    async bring(ownerId: string, albumId: string, photoOwnerId: string, photoIds: readonly string[]) {
      await db.transaction().execute(async (trx) => {
        const [album, photos] = [
          { ownerId, albumId },
          { photoOwnerId, photoIds, now: new Date() },
        ];
        await changePhotosCount(trx, album, {
          change: await addEntries(trx, album, photos),
          now: photos.now,
        });
      });
    },
    /** What an audit finds wrong with albums. */
    async audit(): Promise<unknown[]> {
      const found = await Promise.all(ALBUM_CHECKS.map(({ query }) => sql.raw(query).execute(db)));
      return found.flatMap(({ rows }) => rows);
    },
    /** Hears what is pushed to a customer's screens from now on. */
    async listenTo(customerId: string) {
      const hub = await createPushHub({ url: installation.databaseUrl, log: pino({ level: 'silent' }) });
      const heard: PushMessage[] = [];
      hub.subscribe(customerId, (text) => heard.push(JSON.parse(text)));
      return { heard, stop: hub.close };
    },
    /** A customer with an address. */
    async register(email: string): Promise<string> {
      const userId = randomUUID();
      const facts = { email, name: 'X', channel: 'pennyfern', identity_type: 'consumer' };
      await db
        .insertInto('customers')
        .values({ user_id: userId, ...facts, registered_at: new Date() })
        .execute();
      return userId;
    },
  };
}

export type TestAlbums = Awaited<ReturnType<typeof startAlbums>>;
