import { createInterface } from 'node:readline';
import sharp from 'sharp';
import * as z from 'zod';
import { isDiskFull } from '../../disk-room.ts';
import { parseStoredJson } from '../../stored-json.ts';
import { writeReply } from '../decoder-reply.ts';
import { ImageError } from '../image.ts';
import type { Decoded, DecodeRequest } from './decode-image.ts';

const request: z.ZodType<DecodeRequest> = z.object({
  path: z.string(),
  nowMs: z.number(),
  outputDirectory: z.string().optional(),
  isLarge: z.boolean().optional(),
  degrees: z.literal([0, 90, 180, 270]).optional(),
  isForMeasures: z.boolean().optional(),
});

/** Answers the parent's requests, one line each, until the parent is gone. The parent sends one at a time. */
export function serveRequests(decode: (request: DecodeRequest) => Promise<Decoded>): void {
  // Ctrl-C in a terminal reaches the whole process group, but the parent ends its decoders by closing their input.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  process.stdout.on('error', () => process.exit());
  console.log = console.error; // what a library prints must not look like a reply
  const answer = async (line: string) => decode(parseStoredJson(request, line, 'a request'));
  const lines = createInterface({ input: process.stdin });
  lines.on('close', () => process.exit());
  lines.on('line', async (line) => {
    const outcome = await answer(line).catch((error: Error) =>
      isDiskFull(error) ? { isDiskFull: true as const } : { error: describe(error) },
    );
    freePixels();
    process.stdout.write(writeReply({ ...outcome, rssBytes: process.memoryUsage.rss() }));
  });
}

/** To V8 these are small objects, though each holds 6 MB of pixels: left alone, it lets dozens of photos pile up. */
const freePixels = () => globalThis.gc?.({ type: 'minor' });

const MAX_DETAIL = 2_000;

type Failure = Pick<ImageError, 'code' | 'description'> & { detail: string };

function describe(error: Error): Failure {
  if (error instanceof ImageError) {
    const { code, message, description } = error;
    return { code, detail: message.slice(0, MAX_DETAIL), description };
  }
  return { code: 'DECODER_CRASHED', detail: (error.stack ?? error.message).slice(0, MAX_DETAIL) };
}

/**
 * Process-wide settings of libvips. Only its JPEG and PNG loaders are needed (libheif in WASM reads HEIC); the others are attack
 * surface. One thread per decoder, because the pool runs several. No cache, because no photo comes twice.
 */
export function restrictSharp(): void {
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] });
}
