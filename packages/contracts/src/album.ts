import * as z from 'zod/mini';
import { count, cursor, id, instant } from './fields.ts';
import { MAX_ALBUM_NAME_LENGTH } from './limits.ts';
import { photo } from './photo.ts';

/** Why a name is refused; each code has its text in the locale files. */
export type AlbumNameFault = 'missing' | 'invalid' | 'too-long';

/** Spaces that are seen as nothing, with the signs that take no room at all. */
const BLANK = String.raw`[\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]`;
const ONLY_BLANKS = new RegExp(`^${BLANK}*$`, 'u');
const FIRST_BLANK = new RegExp(`^${BLANK}`, 'u');
/**
 * Also what no name needs and some sinks misread: control characters, halves of a surrogate pair, and what turns the
 * text around a name to the other direction.
 */
const FORBIDDEN = /[<>;\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u;

/**
 * What is wrong with an album's name, or null: it is required [NAM-01], does not begin with a blank [NAM-02], holds
 * no `<`, `>` or `;` [NAM-03] and is at most MAX_ALBUM_NAME_LENGTH UTF-16 units long.
 */
export function albumNameFault(name: string): AlbumNameFault | null {
  if (name.length > MAX_ALBUM_NAME_LENGTH) return 'too-long';
  if (name === '') return 'missing';
  if (ONLY_BLANKS.test(name) || FIRST_BLANK.test(name) || FORBIDDEN.test(name)) return 'invalid';
  return null;
}

export const albumName = z
  .string()
  .check(z.refine((name) => albumNameFault(name) === null, { error: 'Name not valid' }));

export const album = z.object({
  albumId: id,
  albumName: z.string().check(z.minLength(1)),
  /** The photo that was added last; null for an empty album. */
  coverPhoto: z.nullable(photo),
  photosCount: count,
  created: instant,
  /** Of the last change to its name or its photos. */
  updated: instant,
  userId: id,
  /** Whether other customers can see it. */
  isShared: z.boolean(),
});
export type Album = z.infer<typeof album>;

/** A page of albums; a null cursor says it is the last. */
export const albumPage = z.object({ albums: z.array(album), cursor: z.nullable(cursor) });
export type AlbumPage = z.infer<typeof albumPage>;

/** What albums are sorted by. `updated`: the one that photos were added to last comes first. */
export const albumSortKey = z.enum(['created', 'updated', 'name', 'photosCount']);
export type AlbumSortKey = z.infer<typeof albumSortKey>;
