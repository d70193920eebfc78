import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { openOperatorFile, parseJsonFile } from './operator-file.ts';

const schema = z.strictObject({ lines: z.array(z.strictObject({ price: z.int() })) });
const parse = (text: string) => parseJsonFile(schema, text);
const of = (...prices: unknown[]) => JSON.stringify({ lines: prices.map((price) => ({ price })) });

describe('an operator’s file', () => {
  let folder: string;
  let file: string;
  let logged: unknown[];
  const log = {
    info: (line: object) => void logged.push(line),
    error: (line: object) => void logged.push(line),
  };
  const open = () => openOperatorFile({ setting: 'LINES_FILE', file, parse, log: log as never });

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'keepsake-operator-file-'));
    file = path.join(folder, 'lines.json');
  });
  beforeEach(() => {
    logged = [];
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('is reloaded automatically when it is replaced', async () => {
    await writeFile(file, of(1));
    const opened = await open();
    expect(opened.current()).toEqual({ lines: [{ price: 1 }] });
    await writeFile(`${file}.new`, of(1, 2));
    await rename(`${file}.new`, file);
    await expect.poll(() => opened.current().lines.length).toBe(2);
    opened.close();
  });

  test('is accepted completely or not at all: with a fault in its last line the previous content stays', async () => {
    await writeFile(file, of(1));
    const opened = await open();
    await writeFile(file, of(2, 3, 'four'));
    await opened.reload();
    expect(opened.current()).toEqual({ lines: [{ price: 1 }] });
    expect(logged).toMatchObject([
      { setting: 'LINES_FILE', faults: [expect.stringMatching(/^lines\[2\]\.price: /)] },
    ]);
    await rm(file);
    await opened.reload();
    expect(opened.current()).toEqual({ lines: [{ price: 1 }] });
    await writeFile(file, of(5));
    await opened.reload();
    expect(opened.current()).toEqual({ lines: [{ price: 5 }] });
    opened.close();
  });

  test.each([
    ['has a fault', '{"lines":[{"price":"1"}]}', 'LINES_FILE names .*, where lines\\[0\\]\\.price: '],
    ['is no JSON', '{"lines":[', 'where The file is not valid JSON'],
  ])('that %s prevents the start', async (_what, text, message) => {
    await writeFile(file, text);
    await expect(open()).rejects.toThrow(new RegExp(message));
  });

  test('that is missing prevents the start', async () => {
    await rm(file, { force: true });
    await expect(open()).rejects.toThrow(/LINES_FILE names .* the file cannot be read: ENOENT/);
  });
});
