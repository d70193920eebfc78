import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createProcessorWith, type ImageProcessor, type ImageProcessorOptions } from './image-processor.ts';
import { drawQuadrants } from './testing/quadrants.ts';
import { NOW } from './testing/test-processor.ts';

const FAULTY = new URL('./testing/misbehaving-decoder.ts', import.meta.url);
const NONSENSE = ['nonsense', 'endless', 'empty', 'invented', 'halved'];
const FAULTS = ['killed', 'aborted', 'hanging', 'hungry', 'left', ...NONSENSE];
const folderOfThis = import.meta.dirname;
let folder: string;
let processor: ImageProcessor | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'image-processor-test-'));
  for (const name of ['good', ...FAULTS]) await drawQuadrants(320, 240).toFile(join(folder, `${name}.jpg`));
});
afterEach(() => processor?.close());
afterAll(() => rm(folder, { recursive: true }));

const start = (options: Partial<ImageProcessorOptions> & { program?: string } = {}, entry = FAULTY) => {
  const log = { warn: vi.fn() };
  const limits = { workers: 1, timeoutMs: 25_000, memoryLimitMb: 300 };
  processor = createProcessorWith(entry, { ...limits, log, clock: () => NOW, ...options });
  return { processor, log };
};
const photo = (name: string, signal?: AbortSignal, owner = 'anna') => ({
  owner,
  path: join(folder, `${name}.jpg`),
  outputDirectory: folder,
  signal,
});
/** Decoders of this test's process, as the kernel lists them. */
const countDecoders = async () => {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
  return children.trim().split(' ').filter(Boolean).length;
};

describe('a decoder that', () => {
  test.each([
    ['is killed', 'killed', 'DECODER_CRASHED', {}],
    ['aborts', 'aborted', 'DECODER_CRASHED', {}],
    ['hangs', 'hanging', 'TIMED_OUT', { timeoutMs: 12_000 }],
    ['eats memory', 'hungry', 'OUT_OF_MEMORY', {}],
    ['exits', 'left', 'DECODER_CRASHED', {}],
    ['writes no reply', 'nonsense', 'DECODER_CRASHED', {}],
    ['writes without end', 'endless', 'DECODER_CRASHED', {}],
    ['says nothing', 'empty', 'DECODER_CRASHED', {}],
    ['invents a reason', 'invented', 'DECODER_CRASHED', {}],
    ['tells half of a photo', 'halved', 'DECODER_CRASHED', {}],
  ])('%s fails its photo and no other', async (_, name, code, options) => {
    const { processor, log } = start(options);
    const before = processor.process(photo('good'));
    const bad = processor.process(photo(name));
    const after = processor.process(photo('good'));
    await expect(bad).rejects.toMatchObject({ name: 'ImageError', code, isRetryable: true });
    expect(await before).toMatchObject({ width: 320 });
    expect(await after).toMatchObject({ width: 320 });
    expect(log.warn).toHaveBeenCalledOnce();
    expect(log.warn.mock.calls[0]?.[0]).toMatchObject({ code });
  });

  test('always fails does not wear out the rest', async () => {
    const { processor } = start({ workers: 2 });
    const all = Array.from({ length: 9 }, (_, index) =>
      processor.process(photo(index % 3 ? 'good' : 'killed')),
    );
    const outcomes = await Promise.allSettled(all);
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(
      Array.from({ length: 9 }, (_, index) => index % 3 !== 0),
    );
  });
});

describe('decoders', () => {
  test('prove with a picture of each format that they work', async () => {
    const { processor } = start();
    for (const format of ['jpeg', 'png', 'heic'] as const)
      expect(await processor.isWorking(format, folder)).toBe(true);
  });

  test.each([
    ['are not there', FAULTY, '/nowhere/node'],
    ['are no program', FAULTY, folderOfThis],
    ['exit at once', FAULTY, '/usr/bin/true'],
    ['have no module', new URL('file:///nowhere/main.ts'), undefined],
    ['write before they are asked', FAULTY, '/bin/echo'],
  ])('that %s fail every photo, and the server keeps running', async (_, entry, program) => {
    const { processor, log } = start({ program }, entry);
    const failed = processor.process(photo('good'));
    await expect(failed).rejects.toMatchObject({ code: 'DECODER_CRASHED', isRetryable: true });
    expect(await processor.isWorking('jpeg', folder)).toBe(false);
    expect(log.warn).toHaveBeenCalledTimes(2);
  });
});

describe('the pool', () => {
  test('stops at once when the caller gives up, waiting or not', async () => {
    const { processor } = start();
    const [running, queued] = [new AbortController(), new AbortController()];
    const first = processor.process(photo('hanging', running.signal));
    const second = processor.process(photo('good', queued.signal));
    const third = processor.process(photo('good'));
    queued.abort(new Error('no longer wanted'));
    await expect(second).rejects.toThrow('no longer wanted');
    running.abort(new Error('shutting down'));
    await expect(first).rejects.toThrow('shutting down');
    expect(await third).toMatchObject({ width: 320 });
  });

  test('gives another owner a decoder while long decodes of one hold them all, and loses none of them', async () => {
    const { processor } = start({ workers: 2, timeoutMs: 8_000 });
    const outcomes: string[] = [];
    const note = (name: string) => (error?: { code: string }) => void outcomes.push(`${name} ${error?.code}`);
    const long = [1, 2, 3].map(() => processor.process(photo('hanging')).catch(note('anna')));
    await processor.process(photo('good', undefined, 'noah'));
    expect(outcomes).toEqual([]);
    await Promise.all(long);
    expect(outcomes).toEqual(Array(3).fill('anna TIMED_OUT'));
  }, 40_000);

  test('completes accepted work before it closes, and accepts no more', async () => {
    const { processor } = start();
    const taken = [processor.process(photo('good')), processor.process(photo('good'))];
    await processor.close();
    expect(await Promise.all(taken)).toHaveLength(2);
    await expect(processor.process(photo('good'))).rejects.toThrow('closed');
  });

  test.runIf(process.platform === 'linux')('keeps an idle decoder for a while, then none', async () => {
    const { processor } = start({ idleMs: 50 });
    const none = await countDecoders();
    await processor.process(photo('good'));
    await vi.waitFor(async () => expect(await countDecoders()).toBe(none), { timeout: 5000 });
    expect(await processor.process(photo('good'))).toMatchObject({ width: 320 });
  });

  test('reports a missing original', async () => {
    const { processor } = start();
    await expect(processor.process(photo('missing'))).rejects.toThrow('ENOENT');
  });
});
