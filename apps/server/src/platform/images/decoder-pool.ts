import type { DecodeRequest } from './decoder/decode-image.ts';
import type { DecodeReply } from './decoder/serve-requests.ts';
import type { DecodeLimits } from './decoder-process.ts';
import { createDecoderShelf } from './decoder-shelf.ts';
import { ImageError } from './image-error.ts';
import type { ProcessedImage } from './processed-image.ts';
import { createSlots } from './slots.ts';

/** The part of pino's logger that is used. */
export type ImageLog = { warn(fields: object, message: string): void };

/**
 * A decoder larger than this after a photo is replaced: WASM memory never shrinks. A decoder stands at 130 MB after
 * 12-megapixel JPEGs, 150 MB with Display P3, 210 MB after a 12-megapixel HEIC: those keep theirs.
 */
const RECYCLE_BYTES = 256 * 1024 * 1024;

type PoolOptions = { entry: URL; workers: number; limits: DecodeLimits; idleMs: number; log: ImageLog };

/** At most `workers` decoder processes: started on demand, replaced when killed or bloated, ended when idle. */
export function createDecoderPool({ entry, workers, limits, idleMs, log }: PoolOptions) {
  const slots = createSlots(workers);
  const shelf = createDecoderShelf({ entry, idleMs });
  const accepted = new Set<Promise<unknown>>();
  let isClosed = false;

  const decodeInSlot = async (request: DecodeRequest, signal?: AbortSignal): Promise<ProcessedImage> => {
    await slots.acquire(signal);
    const decoder = shelf.take();
    let reply: DecodeReply | undefined;
    try {
      reply = await decoder.decode(request, limits, signal);
    } catch (error) {
      if (error instanceof ImageError)
        log.warn({ code: error.code, error: error.message }, 'image decoder lost');
      throw error;
    } finally {
      if (reply && reply.rssBytes <= RECYCLE_BYTES && decoder.isAlive()) shelf.putBack(decoder);
      else shelf.discard(decoder);
      slots.release();
    }
    if ('error' in reply) throw new ImageError(reply.error.code, reply.error.detail);
    return reply.image;
  };

  const decode = (request: DecodeRequest, signal?: AbortSignal): Promise<ProcessedImage> => {
    if (isClosed) return Promise.reject(new Error('the image processor is closed'));
    const result = decodeInSlot(request, signal);
    accepted.add(result);
    return result.finally(() => accepted.delete(result));
  };

  const close = async () => {
    isClosed = true;
    await Promise.allSettled(accepted);
    await shelf.clear();
  };

  return { decode, close };
}
