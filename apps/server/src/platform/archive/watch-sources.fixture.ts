import type { ReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { ObjectStore } from '../objects/object-store.ts';

/** A store that records what it opens. */
export function watchSources(objects: Pick<ObjectStore, 'open'>) {
  const opened: { key: string; source: Readable }[] = [];
  let opening = 0;
  return {
    objects: {
      async open(key: string, range?: { start: number; end: number }) {
        opening++;
        const source = await objects.open(key, range).finally(() => opening--);
        opened.push({ key, source });
        return source;
      },
    },
    opened,
    /** Sources that are open or being opened. */
    openNow: () => opening + opened.filter(({ source }) => !source.closed).length,
    /** Bytes read from files so far. */
    bytesRead: () => opened.reduce((sum, { source }) => sum + (source as ReadStream).bytesRead, 0),
  };
}
