import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { DemoPhotograph } from './demo-photograph.ts';
import { listDemoPhotographs } from './plan.ts';
import { renderDemoPhotograph } from './render.ts';

const photographs = listDemoPhotographs({ now: new Date('2026-11-21T12:00:00Z') });

function find(is: (photograph: DemoPhotograph) => boolean): DemoPhotograph {
  const found = photographs.find(is);
  if (!found) throw new Error('The plan has no such photograph');
  return found;
}

function sizeOf({ picture }: DemoPhotograph): { width: number; height: number } {
  if ('keptFile' in picture) throw new Error('A kept file has no planned size');
  return { width: picture.framing.width, height: picture.framing.height };
}

describe('a rendered demo photograph', () => {
  test.each([1, 3, 6, 8] as const)(
    'is stored under orientation %i and upright when shown',
    async (orientation) => {
      const photograph = find(
        (each) => each.orientation === orientation && each.dateIn === 'exif' && each.format === 'jpeg',
      );
      const bytes = await renderDemoPhotograph(photograph);
      const metadata = await sharp(bytes).metadata();
      expect(metadata.orientation).toBe(orientation);
      expect(metadata.autoOrient).toEqual(sizeOf(photograph));
      expect((await sharp(bytes).stats()).channels[0]?.stdev).toBeGreaterThan(5);
    },
  );

  test('shows the same picture whatever the orientation it is stored under', async () => {
    const turned = find(({ orientation }) => orientation === 6);
    const shown = async (photograph: DemoPhotograph) =>
      sharp(await renderDemoPhotograph(photograph))
        .autoOrient()
        .resize(16, 16, { fit: 'fill' })
        .raw()
        .toBuffer();
    const [one, other] = await Promise.all([shown(turned), shown({ ...turned, orientation: 1 })]);
    const difference = Math.max(...one.map((value, index) => Math.abs(value - (other[index] ?? 0))));
    expect(difference).toBeLessThan(12);
  });

  test('carries its date, offset and camera in EXIF', async () => {
    const photograph = find(({ offset, takenAt }) => offset !== null && takenAt !== null);
    const { exif } = await sharp(await renderDemoPhotograph(photograph)).metadata();
    const tags = exif?.toString('latin1') ?? '';
    expect(tags).toContain(photograph.takenAt?.replaceAll('-', ':').replace('T', ' '));
    expect(tags).toContain(photograph.offset);
    expect(tags).toContain('Nuvo 11');
  });

  test.each(['file-name', 'nowhere'] as const)('carries no EXIF when its date is in: %s', async (dateIn) => {
    const photograph = find((each) => each.dateIn === dateIn);
    expect((await sharp(await renderDemoPhotograph(photograph)).metadata()).exif).toBeUndefined();
  });

  test('is a PNG with EXIF when it came out of an editor', async () => {
    const metadata = await sharp(
      await renderDemoPhotograph(find(({ fileName }) => fileName === 'edited-1.png')),
    ).metadata();
    expect(metadata.format).toBe('png');
    expect(metadata.exif).toBeDefined();
  });

  test('is a true HEIC that carries the planned date and no other', async () => {
    for (const photograph of photographs.filter(({ format }) => format === 'heic')) {
      const bytes = await renderDemoPhotograph(photograph);
      expect(bytes.toString('latin1', 4, 12)).toBe('ftypheic');
      const planned = photograph.takenAt?.replaceAll('-', ':').replace('T', ' ') ?? '';
      expect(bytes.includes(planned)).toBe(true);
      expect(bytes.includes('2001:01:01 01:01:01')).toBe(false);
    }
  });

  test('has the same bytes every time, and other bytes than its neighbours', async () => {
    const some = photographs.slice(40, 46);
    const [once, again] = await Promise.all(
      [1, 2].map(() =>
        Promise.all(some.map(async (each) => (await renderDemoPhotograph(each)).toString('base64'))),
      ),
    );
    expect(once).toEqual(again);
    expect(new Set(once).size).toBe(some.length);
  });
});
