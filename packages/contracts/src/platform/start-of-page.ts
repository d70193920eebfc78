// Constants that the page's first script needs, kept apart from the schemas, which it does not load.

/** Id of the element in which the server embeds the page's settings as JSON. */
export const PAGE_SETTINGS_ID = 'page-settings';

/** Fallback where a language lacks a text. */
export const DEFAULT_LOCALE = 'en-GB';

/** Path of a language's texts, at the root of the host. */
export const localePath = (id: string) => `/locales/${encodeURIComponent(id)}.json`;

/** Query parameters of mailed links (account-area §5): the token and, where a page shows it, the mail's recipient (SUB-01). */
export const TOKEN_PARAMETER = 'confirmation-token';
export const ADDRESS_PARAMETER = 'email';

/** The token claim that marks a business customer [B2B-08]: the sign-in method, any text. Tokens of consumers lack it. */
export const B2B_CLAIM = 'b2b_authentication_method';

/** Accepted signature algorithms of tokens; 'none' and symmetric ones never are. */
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

/** Sort keys and directions of photos. */
export const SORT_KEYS = ['created', 'dateTaken'] as const;
export const SORT_ORDERS = ['asc', 'desc'] as const;
export type SortKey = (typeof SORT_KEYS)[number];
export type SortOrder = (typeof SORT_ORDERS)[number];
export type Sort = { sortKey: SortKey; sortOrder: SortOrder };

/**
 * The filters of photos. notPrinted: not used in any order. favourites: marked by their customer. favouritesNotPrinted: both at once.
 */
export const PHOTO_FILTERS = ['notPrinted', 'favourites', 'favouritesNotPrinted'] as const;
export type PhotoFilter = (typeof PHOTO_FILTERS)[number];

/**
 * Path of `getOverview`, below its service, and the names of its parts, top to bottom: a list, because the first script asks for
 * them by name before it has any of their code. Types and the server's start want each of them from whoever gives it.
 */
export const OVERVIEW_PATH = '/me';
export const OVERVIEW_PARTS = ['orders', 'storage', 'photos', 'onThisDay', 'projects', 'vouchers'] as const;
export type OverviewPartName = (typeof OVERVIEW_PARTS)[number];

/** Path of `getAlbums`, below its service, and its sort keys. `updated` is the time of the last change to the name, the cover, the order or the photos. */
export const ALBUMS_PATH = '/albums';
export const ALBUM_SORT_KEYS = ['created', 'updated', 'name', 'photosCount'] as const;
export type AlbumSortKey = (typeof ALBUM_SORT_KEYS)[number];
/** Albums per page; the first page has one fewer to leave room for the tile 'New album' (photo-library §9). */
export const ALBUMS_PAGE_SIZE = 50;
export const FIRST_ALBUMS_PAGE_SIZE = ALBUMS_PAGE_SIZE - 1;

/** Path of `getTimelineStart`, below its service. */
export const TIMELINE_START_PATH = '/users/timeline/start';
