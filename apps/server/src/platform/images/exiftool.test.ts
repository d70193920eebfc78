import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import cameras from './fixtures/exif-cameras.json' with { type: 'json' };
import expected from './fixtures/exif-dates.json' with { type: 'json' };
import {
  type ExiftoolCamera,
  type ExiftoolDates,
  readCamerasWithExiftool,
  readDatesWithExiftool,
} from './testing/read-with-exiftool.ts';
import { fixturePath, startTestProcessor } from './testing/test-processor.ts';

const names = Object.keys(expected);
const isInstalled = spawnSync('exiftool', ['-ver']).status === 0;

let processor: Awaited<ReturnType<typeof startTestProcessor>>;
beforeAll(async () => {
  processor = await startTestProcessor();
});
afterAll(() => processor.close());

/** Applies our order of tags to exiftool's output. */
function pick(dates: ExiftoolDates): string | undefined {
  return (
    dates['Composite:SubSecDateTimeOriginal'] ??
    dates['ExifIFD:DateTimeOriginal'] ??
    dates['XMP-exif:DateTimeOriginal'] ??
    dates['XMP-photoshop:DateCreated'] ??
    dates['Composite:SubSecCreateDate'] ??
    dates['ExifIFD:CreateDate'] ??
    dates['XMP-xmp:CreateDate']
  );
}

/** In exiftool's format: 2019:07:04 15:30:12.123+02:00. */
function print(takenAt: string | null, offset: number | null): string | undefined {
  if (takenAt === null) return undefined;
  const time = takenAt
    .replace(/-/g, ':')
    .replace('T', ' ')
    .replace(/(\.\d*?)0+$/, '$1');
  if (offset === null) return time;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const minutes = Math.abs(offset);
  return `${time}${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

describe('the date taken agrees with exiftool', () => {
  test.each(names)('on %s', async (name) => {
    const { takenAt, takenOffsetMinutes } = await processor.process(fixturePath(name));
    const exiftool = pick(expected[name as keyof typeof expected])?.replace(/Z$/, '+00:00');
    expect(print(takenAt, takenOffsetMinutes)).toBe(exiftool);
  });

  test.runIf(isInstalled)('and the table matches exiftool’s output, if that is installed', () => {
    expect(readDatesWithExiftool(fixturePath(''), names)).toEqual(expected);
  });
});

describe('the camera agrees with exiftool', () => {
  test.each(Object.entries<ExiftoolCamera>(cameras))('on %s', async (name, tags) => {
    const { camera } = await processor.process(fixturePath(name));
    const iso = tags['ExifIFD:RecommendedExposureIndex'] ?? tags['ExifIFD:ISO'];
    expect(camera).toEqual({
      make: tags['IFD0:Make'] ?? null,
      model: tags['IFD0:Model'] ?? null,
      lens: tags['ExifIFD:LensModel'] ?? null,
      focalLength: tags['ExifIFD:FocalLength'] ?? null,
      fNumber: expect.closeTo(Number(tags['ExifIFD:FNumber']), 9),
      exposureTime: expect.closeTo(Number(tags['ExifIFD:ExposureTime']), 9),
      iso,
    });
  });

  test.runIf(isInstalled)('and the table matches exiftool’s output, if that is installed', () => {
    expect(readCamerasWithExiftool(fixturePath(''), Object.keys(cameras))).toEqual(cameras);
  });
});
