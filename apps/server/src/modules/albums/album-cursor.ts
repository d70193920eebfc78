import type { AlbumSortKey, SortOrder } from '@keepsake/contracts';
import { Problem } from '../../platform/problem.ts';

export type AlbumSort = { sortKey: AlbumSortKey; sortOrder: SortOrder };
/** A place in a sorted list of albums: the value sorted by, as text, and the id. */
export type AlbumPosition = { value: string; id: string };

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isDate = ({ sortKey }: AlbumSort) => sortKey === 'created' || sortKey === 'updated';

/** An opaque mark after an album. It says nothing that the customer's own page did not. */
export function encodeAlbumCursor({ sortKey, sortOrder }: AlbumSort, { value, id }: AlbumPosition): string {
  return Buffer.from(JSON.stringify([sortKey, sortOrder, value, id])).toString('base64url');
}

/** Reads a mark of the same sort; throws the problem `invalid-cursor` for anything else. */
export function decodeAlbumCursor(sort: AlbumSort, cursor: string): AlbumPosition {
  const [sortKey, sortOrder, value, id] = parse(cursor);
  const isOurs = sortKey === sort.sortKey && sortOrder === sort.sortOrder;
  if (!isOurs || typeof value !== 'string' || typeof id !== 'string' || !ID.test(id)) {
    throw new Problem('invalid-cursor');
  }
  const isSound = isDate(sort)
    ? /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) && !Number.isNaN(Date.parse(value))
    : sort.sortKey === 'name' || /^\d{1,9}$/.test(value);
  if (!isSound || value.includes('\0')) throw new Problem('invalid-cursor');
  return { value, id };
}

function parse(cursor: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}
