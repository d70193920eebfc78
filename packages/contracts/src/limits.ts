/** Most rows a page call gives, whatever its limit says. */
export const MAX_PAGE_SIZE = 1_000;
/** Most ids one call takes; more is a 400. Screens send batches of ID_BATCH_SIZE. */
export const MAX_IDS_PER_CALL = 10_000;
export const ID_BATCH_SIZE = 1_000;
/** Largest file accepted as a photo, in bytes. */
export const MAX_PHOTO_BYTES = 200 * 1024 * 1024;
/** Longest edge boxes of the thumbnails, in pixels: grid, grid on wide screens, preview (photo-library §3). */
export const THUMBNAIL_SIZES = [300, 800, 1300] as const;
/** Longest file name kept, in UTF-8 bytes; longer ones are shortened before their extension. */
export const MAX_FILE_NAME_BYTES = 255;
/** A day, in milliseconds. */
export const DAY_MS = 86_400_000;
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
