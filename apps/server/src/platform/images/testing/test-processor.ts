import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createImageProcessor } from '../image-processor.ts';

/** The present in all tests. */
export const NOW = new Date('2026-06-15T12:00:00Z');

export const fixturePath = (name: string): string =>
  fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

/** A processor with its own folder. `process` takes a path or bytes; each photo gets an output directory. */
export async function startTestProcessor({ memoryLimitMb = 700 } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'images-test-'));
  const processor = createImageProcessor({
    workers: 2,
    timeoutMs: 20_000,
    memoryLimitMb,
    log: { warn: () => {} },
    clock: () => NOW,
  });
  const process = async (source: string | Uint8Array, name = 'original') => {
    const outputDirectory = await mkdtemp(join(folder, 'photo-'));
    const path = typeof source === 'string' ? source : join(outputDirectory, name);
    if (typeof source !== 'string') await writeFile(path, source);
    return processor.process({ owner: 'anna', path, outputDirectory });
  };
  const describe = async (source: Uint8Array) => {
    const path = join(await mkdtemp(join(folder, 'photo-')), 'original');
    await writeFile(path, source);
    return processor.describe({ owner: 'anna', path });
  };
  const measure = (path: string) => processor.measure({ owner: 'anna', path });
  const close = async () => {
    await processor.close();
    await rm(folder, { recursive: true });
  };
  return { process, describe, measure, close };
}
