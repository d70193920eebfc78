/** Photos of one timeline page and of one section of a month (photo-library §9). */
export const TIMELINE_PAGE_SIZE = 24;
/** Photos of one page of GET /photos and of album photos (photo-library §9). */
export const PHOTOS_PAGE_SIZE = 500;
/** Albums of one page; the first is one less, so that the tile 'New album' fits (photo-library §9). */
export const ALBUMS_PAGE_SIZE = 50;
export const FIRST_ALBUMS_PAGE_SIZE = ALBUMS_PAGE_SIZE - 1;
/** Shared albums of one page (photo-library §9). */
export const SHARED_ALBUMS_PAGE_SIZE = 50;
/** Longest name of an album, in UTF-16 units. */
export const MAX_ALBUM_NAME_LENGTH = 255;
/** Albums a customer may have: more than anybody looks through, fewer than a runaway script makes. */
export const MAX_ALBUMS = 10_000;
/** Most photos of one download (photo-library §5). */
export const MAX_DOWNLOAD_PHOTOS = 100;
/** What a phone is given at once for its share sheet: so many photos, so many bytes, all of them in its memory. */
export const MAX_SHARED_PHOTOS = 10;
export const MAX_SHARED_BYTES = 100 * 1024 * 1024;
/** Most rows a page call gives, whatever its limit says. */
export const MAX_PAGE_SIZE = 1_000;
/** Most ids one call takes; more is a 400. Screens send batches of ID_BATCH_SIZE. */
export const MAX_IDS_PER_CALL = 10_000;
export const ID_BATCH_SIZE = 1_000;
/** How long an export can be downloaded after it became ready, in days (photo-library §9). */
export const EXPORT_VALID_DAYS = 7;
/** How long photos are kept after the last order or the registration, in calendar months (photo-library §9). */
export const STORAGE_MONTHS = 18;
/** Storage is safe while as many calendar months remain, and critical when not even one does (photo-library §9). */
export const STORAGE_SAFE_MONTHS = 3;
/** How long photos stay, hidden, after their deletion date, in days: an order brings them back. */
export const STORAGE_GRACE_DAYS = 30;
/** Largest file accepted as a photograph, in bytes. */
export const MAX_PHOTO_BYTES = 200 * 1024 * 1024;
/** Longest edge boxes of the thumbnails, in pixels: grid, grid on wide screens, preview (photo-library §3). */
export const THUMBNAIL_SIZES = [300, 800, 1300] as const;
/** Lifetime of a push connection in milliseconds (photo-library §9). */
export const PUSH_LIFETIME_MS = 1_800_000;
/** Time a push connection has to authenticate, in milliseconds. */
export const PUSH_AUTHENTICATE_MS = 5_000;
/** Largest push frame a client may send, in bytes. */
export const PUSH_MAX_FRAME_BYTES = 16 * 1024;
/** Longest file name kept, in UTF-8 bytes; longer ones are shortened before their extension. */
export const MAX_FILE_NAME_BYTES = 255;
/** How long a toast stays, in milliseconds (photo-library §9). */
export const TOAST_MS = 5_000;
/** How long the toasts of a finished or failed archive stay, in milliseconds (photo-library §4). */
export const ARCHIVE_TOAST_MS = 10_000;
/** Shortest time of the hand-off to the print editor, in milliseconds (photo-library §9). */
export const EDITOR_HANDOFF_MS = 3_000;
/** How long the notifications stay open by themselves, in milliseconds (photo-library §9). */
export const NOTIFICATIONS_CLOSE_MS = 10_000;
/** Layout borders in CSS pixels (photo-library §4): small below the first, then medium, large, extra large. */
export const BREAKPOINTS = { medium: 575, large: 1024, extraLarge: 1280 } as const;
/** File types the import accepts (photo-library §5). */
export const ACCEPTED_PHOTO_TYPES = ['image/heic', 'image/heif', 'image/jpeg', 'image/png'] as const;
export const ACCEPTED_PHOTO_EXTENSIONS = ['.heic', '.heif', '.jpeg', '.jpg', '.png'] as const;
