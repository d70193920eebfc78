import { type DecoderProcess, startDecoder } from './decoder-process.ts';

/** Keeps decoders that have no work, for a while: starting one costs about 0.15 s of processor time. */
export function createDecoderShelf({ entry, idleMs }: { entry: URL; idleMs: number }) {
  const idle = new Map<DecoderProcess, NodeJS.Timeout>();
  const ending = new Set<Promise<void>>();

  const discard = (decoder: DecoderProcess) => {
    clearTimeout(idle.get(decoder));
    idle.delete(decoder);
    const ended = decoder.end().finally(() => ending.delete(ended));
    ending.add(ended);
  };

  /** A living decoder, the last one used first, else a new one. */
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

  /** Ends those on the shelf and resolves when they and all discarded ones are gone. */
  const clear = async () => {
    for (const decoder of [...idle.keys()]) discard(decoder);
    await Promise.all(ending);
  };

  return { take, putBack, discard, clear };
}
