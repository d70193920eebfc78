import { DiskFull } from '../disk-room.ts';
import type { DecodeRequest } from './decoder/decode-image.ts';
import { type DecodeLimits, type DecoderProcess, startDecoder } from './decoder-process.ts';
import type { DecodeReply } from './decoder-reply.ts';
import { createTurns, type Turn } from './decoder-turns.ts';
import type { Description } from './describe-photo.ts';
import { ImageError, type Measures, type ProcessedImage } from './image.ts';

/** The part of pino's logger that the pool uses. */
export type ImageLog = { warn(fields: object, message: string): void };

/**
 * A decoder larger than this after a photo is replaced, because WASM memory never shrinks. A decoder takes 130 MB after
 * 12-megapixel JPEGs, 150 MB with Display P3 and 210 MB after a 12-megapixel HEIC, so these keep their decoder.
 */
const RECYCLE_BYTES = 256 * 1024 * 1024;

/** Longer than an ordinary photo takes, so that ordinary photos are never preempted. */
const PATIENCE_MS = 1_000;

type DecoderOptions = { entry: URL; program?: string; idleMs: number };
type PoolOptions = DecoderOptions & { workers: number; limits: DecodeLimits; log: ImageLog };

/**
 * At most `workers` decoder processes, shared evenly between owners: started on demand, replaced when killed or bloated, ended
 * when idle.
 */
export function createDecoderPool({ workers, limits, log, ...options }: PoolOptions) {
  const turns = createTurns({ count: workers, patienceMs: PATIENCE_MS });
  const decoders = createIdleDecoders(options);
  const accepted = new Set<Promise<unknown>>();
  let isClosed = false;

  const ask = (request: DecodeRequest, owner: string, signal?: AbortSignal): Promise<DecodeReply> => {
    if (isClosed) return Promise.reject(new Error('the image processor is closed'));
    const decode = (own: AbortSignal) => decodeOnce({ decoders, limits, log }, request, own);
    const result = decodeInTurn(decode, () => turns.acquire(owner, signal), signal);
    accepted.add(result);
    return result.finally(() => accepted.delete(result));
  };
  return {
    async decode(...requested: Parameters<typeof ask>): Promise<ProcessedImage> {
      const reply = refuseFailure(await ask(...requested));
      if ('image' in reply) return reply.image;
      throw new ImageError('DECODER_CRASHED', 'only described a photo');
    },
    async describe(...requested: Parameters<typeof ask>): Promise<Description> {
      const reply = refuseFailure(await ask(...requested));
      if ('description' in reply) return reply.description;
      throw new ImageError('DECODER_CRASHED', 'described no photo');
    },
    async measure(...requested: Parameters<typeof ask>): Promise<Measures> {
      const reply = refuseFailure(await ask(...requested));
      if ('measures' in reply) return reply.measures;
      throw new ImageError('DECODER_CRASHED', 'measured no photo');
    },
    async close() {
      isClosed = true;
      // Each failure has been thrown to whoever asked for the picture.
      await Promise.allSettled(accepted);
      await decoders.clear();
    },
  };
}

type Decoding = Pick<PoolOptions, 'limits' | 'log'> & { decoders: ReturnType<typeof createIdleDecoders> };

async function decodeOnce(
  { decoders, limits, log }: Decoding,
  request: DecodeRequest,
  signal: AbortSignal,
): Promise<DecodeReply> {
  const decoder = decoders.take();
  let reply: DecodeReply | undefined;
  try {
    reply = await decoder.decode(request, limits, signal);
    return reply;
  } catch (error) {
    if (error instanceof ImageError)
      log.warn({ code: error.code, error: error.message }, 'image decoder lost');
    throw error;
  } finally {
    if (reply && reply.rssBytes <= RECYCLE_BYTES && decoder.isAlive()) decoders.putBack(decoder);
    else decoders.discard(decoder);
  }
}

/** A preempted decode starts over, behind those already waiting. */
async function decodeInTurn(
  decode: (signal: AbortSignal) => Promise<DecodeReply>,
  acquire: () => Promise<Turn>,
  signal?: AbortSignal,
): Promise<DecodeReply> {
  for (;;) {
    const turn = await acquire();
    try {
      return await decode(signal ? AbortSignal.any([signal, turn.signal]) : turn.signal);
    } catch (error) {
      if (!turn.signal.aborted || error !== turn.signal.reason) throw error;
    } finally {
      turn.release();
    }
  }
}

function refuseFailure(reply: DecodeReply) {
  if ('isDiskFull' in reply) throw new DiskFull();
  if ('error' in reply) {
    const { code, detail, description } = reply.error;
    throw new ImageError(code, detail, { description });
  }
  return reply;
}

/** Keeps idle decoders for a while: starting one costs about 0.15 s of CPU time. */
function createIdleDecoders({ entry, program, idleMs }: DecoderOptions) {
  const idle = new Map<DecoderProcess, NodeJS.Timeout>();
  const ending = new Set<Promise<void>>();

  const discard = (decoder: DecoderProcess) => {
    clearTimeout(idle.get(decoder));
    idle.delete(decoder);
    const ended = decoder.end().finally(() => ending.delete(ended));
    ending.add(ended);
  };

  /** The most recently used idle decoder, or a new one. */
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
    return startDecoder(entry, program);
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
