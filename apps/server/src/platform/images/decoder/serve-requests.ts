import sharp from 'sharp';
import { ImageError, type ImageErrorCode, type ProcessedImage } from '../image.ts';
import type { DecodeRequest } from './decode-image.ts';

/** What a decoder process sends back; `rssBytes` is its resident memory after the photo. */
export type DecodeReply = { rssBytes: number } & (
  | { image: ProcessedImage }
  | { error: { code: ImageErrorCode; detail: string } }
);

/** Answers the parent's requests, one at a time (the parent waits for each), until the parent is gone. */
export function serveRequests(decode: (request: DecodeRequest) => Promise<ProcessedImage>): void {
  process.on('disconnect', () => process.exit());
  // A terminal's Ctrl-C reaches the whole group: the parent decides when decoders end, by closing the channel.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  process.on('message', async (request: DecodeRequest) => {
    const outcome = await decode(request).then(
      (image) => ({ image }),
      (error: Error) => ({ error: describe(error) }),
    );
    freePixels();
    process.send?.({ ...outcome, rssBytes: process.memoryUsage.rss() } satisfies DecodeReply);
  });
}

/** V8 sees small objects where pixels of 6 MB a photo hang on: left to itself it lets dozens of photos pile up. */
const freePixels = () => globalThis.gc?.({ type: 'minor' });

function describe(error: Error): { code: ImageErrorCode; detail: string } {
  if (error instanceof ImageError) return { code: error.code, detail: error.message };
  return { code: 'DECODER_CRASHED', detail: error.stack ?? error.message };
}

/**
 * Process-wide settings of libvips. Of its loaders only JPEG and PNG are needed (HEIC goes through libheif in WASM),
 * the rest would be attack surface. One thread per decoder: the pool runs several. No cache: no photo comes twice.
 */
export function restrictSharp(): void {
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] });
}
