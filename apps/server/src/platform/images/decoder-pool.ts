import type { DecodeRequest } from './decoder/decode-image.ts';
import type { DecodeReply } from './decoder/serve-requests.ts';
import { type DecodeLimits, type DecoderProcess, startDecoder } from './decoder-process.ts';
import { ImageError, type ProcessedImage } from './image.ts';

/** The part of pino's logger that the pool uses. */
export type ImageLog = { warn(fields: object, message: string): void };

/**
 * A decoder larger than this after a photo is replaced, because WASM memory never shrinks. A decoder takes 130 MB after
 * 12-megapixel JPEGs, 150 MB with Display P3 and 210 MB after a 12-megapixel HEIC, so these keep it.
 */
const RECYCLE_BYTES = 256 * 1024 * 1024;

type PoolOptions = { entry: URL; workers: number; limits: DecodeLimits; idleMs: number; log: ImageLog };

/** At most `workers` decoder processes: started on demand, replaced when killed or bloated, ended when idle. */
export function createDecoderPool({ entry, workers, limits, idleMs, log }: PoolOptions) {
  const slots = createSlots(workers);
  const decoders = createIdleDecoders({ entry, idleMs });
  const accepted = new Set<Promise<unknown>>();
  let isClosed = false;

  const decodeInSlot = async (request: DecodeRequest, signal?: AbortSignal): Promise<ProcessedImage> => {
    await slots.acquire(signal);
    const decoder = decoders.take();
    let reply: DecodeReply | undefined;
    try {
      reply = await decoder.decode(request, limits, signal);
    } catch (error) {
      if (error instanceof ImageError)
        log.warn({ code: error.code, error: error.message }, 'image decoder lost');
      throw error;
    } finally {
      if (reply && reply.rssBytes <= RECYCLE_BYTES && decoder.isAlive()) decoders.putBack(decoder);
      else decoders.discard(decoder);
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
    await decoders.clear();
  };

  return { decode, close };
}

/** Keeps decoders without work for a while: starting one costs about 0.15 s of processor time. */
function createIdleDecoders({ entry, idleMs }: { entry: URL; idleMs: number }) {
  const idle = new Map<DecoderProcess, NodeJS.Timeout>();
  const ending = new Set<Promise<void>>();

  const discard = (decoder: DecoderProcess) => {
    clearTimeout(idle.get(decoder));
    idle.delete(decoder);
    const ended = decoder.end().finally(() => ending.delete(ended));
    ending.add(ended);
  };

  /** The idle decoder used last, or a new one. */
  const take = (): DecoderProcess => {
    for (const decoder of [...idle.keys()].reverse()) {
      if (!decoder.isAlive()) {
        discard(decoder);
        continue;
      }
      clearTimeout(idle.get(decoder));
      idle.delete(decoder);
      return decoder;
    }
    return startDecoder(entry);
  };

  const putBack = (decoder: DecoderProcess) => {
    idle.set(decoder, setTimeout(() => discard(decoder), idleMs).unref());
  };

  /** Ends idle decoders and resolves when they and all discarded ones are gone. */
  const clear = async () => {
    for (const decoder of [...idle.keys()]) discard(decoder);
    await Promise.all(ending);
  };

  return { take, putBack, discard, clear };
}

/** A semaphore of `count` slots, first come, first served. */
export function createSlots(count: number) {
  const waiting: (() => void)[] = [];
  let free = count;

  const release = () => {
    const next = waiting.shift();
    if (next) next();
    else free++;
  };

  /** Resolves when a slot is free; `release` returns it. Rejects with the signal's reason when aborted. */
  const acquire = async (signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted();
    if (free > 0) {
      free--;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      waiting.splice(waiting.indexOf(resolve), 1);
      reject(signal?.reason);
    };
    waiting.push(resolve);
    signal?.addEventListener('abort', giveUp, { once: true });
    // Once `resolve` is called the slot is taken, and an abort is the holder's business.
    await promise.finally(() => signal?.removeEventListener('abort', giveUp));
  };

  return { acquire, release };
}
