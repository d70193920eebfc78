// What the first script of a page needs: apart from the schemas, which it does not load.

/** Element of the page in which the server writes its settings, as JSON. */
export const PAGE_SETTINGS_ID = 'page-settings';

/** Speaks wherever a language lacks a text. */
export const DEFAULT_LOCALE = 'en-GB';

/** Path of the texts of a language, at the root of the host. */
export const localePath = (id: string) => `/locales/${encodeURIComponent(id)}.json`;

/**
 * The claim of tokens by which a customer counts as a business customer [B2B-08]: how they sign in, any text. Tokens of
 * consumers have none.
 */
export const B2B_CLAIM = 'b2b_authentication_method';

/** Signature algorithms of tokens that are accepted; 'none' and the symmetric ones never are. */
export const TOKEN_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
];

/** What photos are sorted by, and which way. */
export const SORT_KEYS = ['created', 'dateTaken'] as const;
export const SORT_ORDERS = ['asc', 'desc'] as const;
export type SortKey = (typeof SORT_KEYS)[number];
export type SortOrder = (typeof SORT_ORDERS)[number];
export type Sort = { sortKey: SortKey; sortOrder: SortOrder };

/** The filter of the timeline. */
export const NOT_PRINTED = 'notPrinted';

/** Path of `getTimelineStart`, below its service. */
export const TIMELINE_START_PATH = '/users/timeline/start';
