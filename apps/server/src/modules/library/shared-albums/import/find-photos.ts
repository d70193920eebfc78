import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/database.ts';
import type { Members } from './find-members.ts';
import type { ImportedAlbum, ImportedPhoto } from './import-file.ts';

/** Photos of one member that the album holds. */
export type MembersPhotos = { photoOwnerId: string; photoIds: string[] };
type Row = { id: string; upload_id: string; sha256: string };

/** The photos of an album by whose they are, kept from being deleted until the transaction ends; or which are not there. */
export async function findPhotos(
  trx: Queryable,
  { owner, photos }: ImportedAlbum,
  { idOf }: Members,
): Promise<{ found: MembersPhotos[]; faults: string[] }> {
  const byOwner = Map.groupBy(photos, (photo) => idOf(photo.owner ?? owner));
  const found: MembersPhotos[] = [];
  const faults: string[] = [];
  for (const [photoOwnerId, asked] of byOwner) {
    const ids = idsByKey(await lockPhotos(trx, photoOwnerId, asked));
    const missing = asked.filter((photo) => !ids.has(keyOf(photo)));
    faults.push(...missing.map((photo) => `${photo.owner ?? owner} has no photo ${keyOf(photo)}`));
    found.push({ photoOwnerId, photoIds: asked.flatMap((photo) => ids.get(keyOf(photo)) ?? []) });
  }
  return { found, faults };
}

async function lockPhotos(trx: Queryable, userId: string, asked: readonly ImportedPhoto[]): Promise<Row[]> {
  const ids = asked.flatMap((photo) => ('id' in photo ? photo.id : []));
  const uploads = asked.flatMap((photo) => ('uploadId' in photo ? photo.uploadId : []));
  const contents = asked.flatMap((photo) => ('sha256' in photo ? photo.sha256 : []));
  const { rows } = await sql<Row>`select id, upload_id, encode(sha256, 'hex') as sha256 from photos
    where user_id = ${userId} and (id = any(${ids}::uuid[]) or upload_id = any(${uploads}::uuid[])
      or sha256 in (select decode(content, 'hex') from unnest(${contents}::text[]) as content))
    order by id for key share of photos`.execute(trx);
  return rows;
}

const idsByKey = (rows: readonly Row[]) =>
  new Map(
    rows.flatMap(({ id, upload_id, sha256 }) => [
      [`id ${id}`, id],
      [`uploadId ${upload_id}`, id],
      [`sha256 ${sha256}`, id],
    ]),
  );

function keyOf(photo: ImportedPhoto): string {
  if ('id' in photo) return `id ${photo.id}`;
  return 'uploadId' in photo ? `uploadId ${photo.uploadId}` : `sha256 ${photo.sha256}`;
}
