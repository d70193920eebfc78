import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { count, cursor, limit, offset } from '../platform/fields.ts';
import { PHOTOS_PAGE_SIZE, photoPage, photosLayout, sortOrder, timelineMap } from './photos.ts';

/** A search finds at most so many photos, the first in its order: what a selection holds. */
export const MAX_FOUND = 10_000;
/** Longest search, in UTF-16 units, and the number of its words and quoted phrases. */
export const SEARCH_LIMITS = { letters: 200, words: 15 } as const;
/** File names and captions are searched for words from this length on. */
export const MIN_SEARCH_WORD = 3;

/** Control characters and lone surrogates separate words. */
const wordsOf = (typed: string) =>
  typed
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\ufffd\s]+/gu, ' ')
    .trim();

const countWords = (words: string) => words.split(' ').length;

/** What is searched for, as it was typed. */
const searched = z.pipe(
  z.pipe(z.string().check(z.maxLength(SEARCH_LIMITS.letters)), z.transform(wordsOf)),
  z.string().check(
    z.minLength(1),
    z.refine((words) => countWords(words) <= SEARCH_LIMITS.words, {
      error: `At most ${SEARCH_LIMITS.words} words`,
    }),
  ),
);

/** A part of a search, how it was understood, and the search without it. */
const understood = z.object({
  /**
   * A day or longer; favourites; photos that are not used in an order, or are; a text in file names, captions, names of albums or of
   * cameras; or one too short to look for in file names and captions by itself.
   */
  kind: z.enum(['date', 'favourites', 'notPrinted', 'ordered', 'text', 'short']),
  /** As it was typed. */
  words: z.string(),
  /** The first and the last day of a date; absent if it comes every year. */
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  /** What is left to search for without it. */
  rest: z.string(),
});
export type Understood = z.infer<typeof understood>;

const query = { q: searched, sortOrder: z._default(sortOrder, 'desc') };

/**
 * Photos of the library that everything in `q` applies to, by date taken: dates in words of five languages, favourites, what is not
 * yet printed or is ordered, and texts in file names, captions, names of albums and cameras. A text in quotes is no date (a call of
 * our own).
 */
export const searchPhotos = endpoint({
  name: 'searchPhotos',
  service: 'photoManagement',
  method: 'GET',
  path: '/photos/search',
  query: z.object({
    ...query,
    cursor: z.optional(cursor),
    limit: z._default(limit, PHOTOS_PAGE_SIZE),
    /** Start at this position instead of a cursor. */
    offset: z.optional(offset),
  }),
  response: z.extend(photoPage, {
    understood: z.array(understood),
    /** Of all pages. */
    photosCount: count,
    /** True if there are more than MAX_FOUND, which are left out. */
    hasMore: z.optional(z.literal(true)),
    /** How many are in each month. */
    timeline: timelineMap,
  }),
  sample: () => ({ query: { q: 'jpg' } }),
});

/** Layout of all photos that the same search finds, in the same order (a call of our own). */
export const getSearchLayout = endpoint({
  name: 'getSearchLayout',
  service: 'photoManagement',
  method: 'GET',
  path: '/photos/search/layout',
  query: z.object(query),
  response: photosLayout,
  sample: () => ({ query: { q: 'jpg' } }),
});
