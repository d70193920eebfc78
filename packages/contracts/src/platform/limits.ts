/** Maximum rows per page, whatever the requested limit. */
export const MAX_PAGE_SIZE = 1_000;
/** Maximum ids per call; more is a 400. Screens send batches of ID_BATCH_SIZE. */
export const MAX_IDS_PER_CALL = 10_000;
export const ID_BATCH_SIZE = 1_000;
/** For at most so many days deleted photos can come back. */
export const MAX_DELETED_DAYS = 30;
/** Maximum photos per download (photo-library §5). Not beside its calls, which the first screen would load for it. */
export const MAX_DOWNLOAD_PHOTOS = 100;
/** How long an id, a UUID, is: in bytes, and as text. */
export const ID_BYTES = 16;
export const ID_LENGTH = 36;
/** Of a photo, as texts say it. The pixels are above the largest mode of all phones and cameras. */
export const PHOTO_LIMITS = { megabytes: 200, megapixels: 250 } as const;
/** Maximum size of a photo file, in bytes. */
export const MAX_PHOTO_BYTES = PHOTO_LIMITS.megabytes * 1024 ** 2;
/** Maximum number of pixels of a photo. */
export const MAX_PHOTO_PIXELS = PHOTO_LIMITS.megapixels * 1_000_000;
/** Maximum length of a stored file name, in UTF-8 bytes; longer names are shortened before the extension. */
export const MAX_FILE_NAME_BYTES = 255;
/** The oldest surviving photo is from this year, so scans of old prints may have such dates. */
export const FIRST_PHOTO_YEAR = 1826;
/** How long a toast stays, in milliseconds (photo-library §9). */
export const TOAST_MS = 5_000;
/** How long a toast with an action stays: there is more to read, and a button to reach. */
export const ACTION_TOAST_MS = 10_000;
/** How long the toasts of a finished or failed archive stay, in milliseconds (photo-library §4). */
export const ARCHIVE_TOAST_MS = 10_000;
/** Minimum duration of the hand-off to the print editor, in milliseconds (photo-library §9). */
export const EDITOR_HANDOFF_MS = 3_000;
/** How long notifications stay open on their own, in milliseconds (photo-library §9). */
export const NOTIFICATIONS_CLOSE_MS = 10_000;
/** Layout breakpoints in CSS pixels (photo-library §4): below the first is small, then medium, large, extra large. */
export const BREAKPOINTS = { medium: 575, large: 1024, extraLarge: 1280 } as const;
/** File types accepted for import (photo-library §5). */
export const ACCEPTED_PHOTO_TYPES = ['image/heic', 'image/heif', 'image/jpeg', 'image/png'] as const;
/** Extensions of each format, in lower case. */
export const PHOTO_EXTENSIONS = {
  jpeg: ['.jpg', '.jpeg', '.jpe', '.jfif'],
  png: ['.png'],
  heic: ['.heic', '.heif', '.hif'],
} as const;
/** What a name's ending must look like to say what a file is: not the '.2' of 'Holiday 1.2'. */
export const FILE_EXTENSION = /\.[a-z][a-z0-9]{1,4}$/i;

// Periods by name: a number of seconds or milliseconds says neither which of the two it is, nor how long.
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const MINUTE_SECONDS = 60;
export const HOUR_MINUTES = 60;
export const HOUR_SECONDS = 60 * MINUTE_SECONDS;
export const DAY_SECONDS = 24 * HOUR_SECONDS;
export const YEAR_SECONDS = 365 * DAY_SECONDS;

// Longest edges of stored pictures, in pixels. They bound bytes, memory and time for any shape. Nothing is enlarged: a small
// original keeps its size.
/** Of a photo, for the grid, the grid on wide screens, and the preview (photo-library §3). */
export const THUMBNAIL_SIZES = [300, 800, 1300] as const;
export type ThumbnailSize = (typeof THUMBNAIL_SIZES)[number];
/** The largest, which a screen is filled with. */
export const LARGEST_THUMBNAIL = THUMBNAIL_SIZES[2];
/** Of a picture whose original is not kept, and at which people look closely. */
export const LARGE_SIZE = 2600;
/** Of a picture of a project or an order, in a list and on a page of its own. */
export const COVER_SIZES = [300, 800] as const;
/** Of a page of a product. */
export const PAGE_PICTURE_SIZES = [...THUMBNAIL_SIZES, LARGE_SIZE] as const;
export type PictureSize = (typeof PAGE_PICTURE_SIZES)[number];
/** The address of a stored picture in one of its sizes. */
export const pictureAt = (url: string, size: PictureSize): string => `${url}/${size}`;
