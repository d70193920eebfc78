import sharp from 'sharp';
import { isDiskFull } from '../../disk-room.ts';
import { ImageError, type ImageErrorCode, type ProcessedImage } from '../image.ts';
import type { DecodeRequest } from './decode-image.ts';

/** A decoder process's reply; `rssBytes` is its resident memory after the photo. */
export type DecodeReply = { rssBytes: number } & (
  | { image: ProcessedImage }
  | { error: { code: ImageErrorCode; detail: string } }
  | { isDiskFull: true }
);

/** Answers the parent's requests until the parent is gone. The parent sends one at a time. */
export function serveRequests(decode: (request: DecodeRequest) => Promise<ProcessedImage>): void {
  process.on('disconnect', () => process.exit());
  // Ctrl-C in a terminal reaches the whole group, but the parent ends its decoders by closing the channel.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  process.on('message', async (request: DecodeRequest) => {
    const outcome = await decode(request).then(
      (image) => ({ image }),
      (error: Error) => (isDiskFull(error) ? { isDiskFull: true as const } : { error: describe(error) }),
    );
    freePixels();
    process.send?.({ ...outcome, rssBytes: process.memoryUsage.rss() } satisfies DecodeReply);
  });
}

/** To V8 these are small objects, though each holds 6 MB of pixels: by itself it lets dozens of photos pile up. */
const freePixels = () => globalThis.gc?.({ type: 'minor' });

function describe(error: Error): { code: ImageErrorCode; detail: string } {
  if (error instanceof ImageError) return { code: error.code, detail: error.message };
  return { code: 'DECODER_CRASHED', detail: error.stack ?? error.message };
}

/**
 * Process-wide settings of libvips. Only its loaders for JPEG and PNG are needed (libheif in WASM reads HEIC); the others
 * are attack surface. One thread per decoder, because the pool runs several. No cache, because no photo comes twice.
 */
export function restrictSharp(): void {
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] });
}
