/** The formats a customer may upload. Everything else is refused, whatever its file name says. */
export type ImageFormat = 'jpeg' | 'png' | 'heic';

/** Most pixels an original may have: 100 megapixels, above every phone's and most cameras' largest mode. */
export const MAX_PIXELS = 100_000_000;
