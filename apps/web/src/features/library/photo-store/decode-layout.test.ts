import { describe, expect, test, vi } from 'vitest';
import { idOf, makeLayout, makePhoto } from '#/features/library/photos/photo.fixture.ts';
import { decodeLayout, idAt } from './decode-layout.ts';

describe('decodeLayout', () => {
  test("decodes the ids and ratios of the wire's columns", () => {
    const columns = decodeLayout(makeLayout([makePhoto(1), makePhoto(700, { visibleWidth: 0 })]));
    expect([idAt(columns, 0), idAt(columns, 1)]).toEqual([idOf(1), idOf(700)]);
    expect(columns.ratios[0]).toBeCloseTo(1.333, 5);
    expect(columns.ratios[1]).toBe(0);
  });

  test("decodes the same without the browser's base64 decoder", () => {
    const wire = makeLayout([makePhoto(1), makePhoto(700)]);
    const byBrowser = decodeLayout(wire);
    vi.stubGlobal('Uint8Array', Object.defineProperty(class extends Uint8Array {}, 'fromBase64', {}));
    const byLoop = decodeLayout(wire);
    vi.unstubAllGlobals();
    expect([...byLoop.idBytes]).toEqual([...byBrowser.idBytes]);
    expect(byLoop.ratios).toEqual(byBrowser.ratios);
  });

  test('refuses columns that do not match the count', () => {
    expect(() => decodeLayout({ ...makeLayout([makePhoto(1)]), count: 2 })).toThrow(RangeError);
  });
});
