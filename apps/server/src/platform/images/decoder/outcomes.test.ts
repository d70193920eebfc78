import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { outcomeOf } from './outcomes.ts';

/** The libvips that sharp loads; elsewhere than on Linux its messages are the same, and its file another. */
function readLibvips(): string | null {
  const require = createRequire(import.meta.url);
  try {
    const name = `@img/sharp-libvips-${process.platform}-${process.arch}/package`;
    const folder = path.join(path.dirname(createRequire(require.resolve('sharp')).resolve(name)), 'lib');
    const file = readdirSync(folder).find((one) => one.startsWith('libvips-cpp.so'));
    return file ? readFileSync(path.join(folder, file)).toString('latin1') : null;
  } catch {
    return null;
  }
}

const libvips = readLibvips();
const between = (text: string, first: string, last: string) =>
  text.slice(text.indexOf(first), text.indexOf(last, text.indexOf(first)) + last.length).split(/\0+/);

describe.runIf(libvips)('every message of the libjpeg that is shipped', () => {
  const errors = between(libvips ?? '', 'Bogus message code %d', 'Write to XMS failed');
  const warnings = between(
    libvips ?? '',
    'Unknown Adobe color transform code',
    'Application transferred too many scanlines',
  );

  test('has an outcome of its own', () => {
    expect(errors.length).toBeGreaterThan(70);
    expect(warnings.length).toBeGreaterThan(9);
    const notified = [...errors, ...warnings].map((format) =>
      format.replace(/%\d*[dux]/g, '7').replace(/%[cs]/g, 'x'),
    );
    expect(notified.filter((message) => outcomeOf(`VipsJpeg: ${message}`) === null)).toEqual([]);
  });
});

test('damage outranks a harmless warning told with it', () => {
  expect(
    outcomeOf(
      'VipsJpeg: Invalid SOS parameters for sequential JPEG\nVipsJpeg: Corrupt JPEG data: bad Huffman code',
    ),
  ).toBe('TRUNCATED');
});
