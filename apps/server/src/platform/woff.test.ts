import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as fontkit from 'fontkit';
import { expect, test } from 'vitest';
import { readWoff } from './woff.ts';

const FILE = fileURLToPath(import.meta.resolve('@fontsource/inter/files/inter-latin-400-normal.woff'));

test('a typeface is the same after packing: names, widths and outlines', () => {
  const [packed, plain] = [readFileSync(FILE), readWoff(FILE)].map(
    (bytes) => fontkit.create(bytes) as fontkit.Font,
  );
  const text = 'Fotobuch, 28 × 21 cm – Ærø';
  const drawnBy = (font: fontkit.Font | undefined) => {
    const { glyphs, advanceWidth } = font?.layout(text) ?? {};
    const outlines = glyphs?.map((glyph) => glyph.path.toSVG()).join();
    return [
      font?.postscriptName,
      advanceWidth,
      createHash('sha256')
        .update(outlines ?? '')
        .digest('hex'),
    ];
  };
  expect(drawnBy(plain)).toEqual(drawnBy(packed));
});

test('an invalid one is refused', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepsake-woff-'));
  const file = path.join(folder, 'none.woff');
  await writeFile(file, 'wOF2 and something');
  expect(() => readWoff(file)).toThrow('no WOFF file');
  await rm(folder, { recursive: true });
});
