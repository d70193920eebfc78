import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { DemoPhoto } from './demo-photo.ts';
import { listDemoPhotos } from './plan.ts';
import { renderDemoPhoto } from './render.ts';

const photos = listDemoPhotos({ now: new Date('2026-11-21T12:00:00Z') });

function find(is: (photo: DemoPhoto) => boolean): DemoPhoto {
  const found = photos.find(is);
  if (!found) throw new Error('The plan has no such photo');
  return found;
}

function sizeOf({ picture }: DemoPhoto): { width: number; height: number } {
  if ('bundledFile' in picture) throw new Error('A bundled file has no planned size');
  return { width: picture.framing.width, height: picture.framing.height };
}

describe('a rendered demo photo', () => {
  test.each([1, 3, 6, 8] as const)(
    'is stored under orientation %i and upright when shown',
    async (orientation) => {
      const photo = find(
        (each) => each.orientation === orientation && each.dateIn === 'exif' && each.format === 'jpeg',
      );
      const bytes = await renderDemoPhoto(photo);
      const metadata = await sharp(bytes).metadata();
      expect(metadata.orientation).toBe(orientation);
      expect(metadata.autoOrient).toEqual(sizeOf(photo));
      expect((await sharp(bytes).stats()).channels[0]?.stdev).toBeGreaterThan(5);
    },
  );

  test('shows the same picture whatever the orientation it is stored under', async () => {
    const turned = find(({ orientation }) => orientation === 6);
    const shown = async (photo: DemoPhoto) =>
      sharp(await renderDemoPhoto(photo))
        .autoOrient()
        .resize(16, 16, { fit: 'fill' })
        .raw()
        .toBuffer();
    const [one, other] = await Promise.all([shown(turned), shown({ ...turned, orientation: 1 })]);
    const difference = Math.max(...one.map((value, index) => Math.abs(value - (other[index] ?? 0))));
    expect(difference).toBeLessThan(12);
  });

  test('carries its date, offset and camera in EXIF', async () => {
    const photo = find(({ offset, takenAt }) => offset !== null && takenAt !== null);
    const { exif } = await sharp(await renderDemoPhoto(photo)).metadata();
    const tags = exif?.toString('latin1') ?? '';
    expect(tags).toContain(photo.takenAt?.replaceAll('-', ':').replace('T', ' '));
    expect(tags).toContain(photo.offset);
    expect(tags).toContain('Nuvo 11');
  });

  test.each(['file-name', 'nowhere'] as const)('carries no EXIF when its date is in: %s', async (dateIn) => {
    const photo = find((each) => each.dateIn === dateIn);
    expect((await sharp(await renderDemoPhoto(photo)).metadata()).exif).toBeUndefined();
  });

  test('is a PNG with EXIF when it came out of an editor', async () => {
    const metadata = await sharp(
      await renderDemoPhoto(find(({ fileName }) => fileName === 'edited-1.png')),
    ).metadata();
    expect(metadata.format).toBe('png');
    expect(metadata.exif).toBeDefined();
  });

  test('is a true HEIC that carries the planned date and no other', async () => {
    for (const photo of photos.filter(({ format }) => format === 'heic')) {
      const bytes = await renderDemoPhoto(photo);
      expect(bytes.toString('latin1', 4, 12)).toBe('ftypheic');
      const planned = photo.takenAt?.replaceAll('-', ':').replace('T', ' ') ?? '';
      expect(bytes.includes(planned)).toBe(true);
      expect(bytes.includes('2001:01:01 01:01:01')).toBe(false);
    }
  });

  test('has the same bytes every time, and other bytes than its neighbours', async () => {
    const some = photos.slice(40, 46);
    const [once, repeated] = await Promise.all(
      [1, 2].map(() =>
        Promise.all(some.map(async (each) => (await renderDemoPhoto(each)).toString('base64'))),
      ),
    );
    expect(once).toEqual(repeated);
    expect(new Set(once).size).toBe(some.length);
  });
});
