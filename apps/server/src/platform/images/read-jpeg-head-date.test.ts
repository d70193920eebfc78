import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeJpegHead } from './describe-photo.ts';

const folder = path.join(import.meta.dirname, 'fixtures');
const now = new Date('2026-06-15T10:00:00Z');
function readJpegHeadDate(head: Buffer, at: Date) {
  const { takenAt, takenOffsetMinutes } = describeJpegHead(head, at);
  return { takenAt, takenOffsetMinutes };
}

describe('the beginning of a JPEG', () => {
  test.each([
    ['exif-original.jpg', '2019-07-04T15:30:12', null],
    ['exif-subsec-offset.jpg', '2019-07-04T15:30:12.123', 120],
    ['exif-half-hour-west.jpg', '2018-12-31T23:30:00', -210],
    ['exif-modified-only.jpg', null, null],
  ])('of %s has the date that exiftool reads', (name, takenAt, takenOffsetMinutes) => {
    const head = readFileSync(path.join(folder, name));
    expect(readJpegHeadDate(head, now)).toEqual({ takenAt, takenOffsetMinutes });
  });

  test('that is truncated anywhere, or none, has none and fails nothing', () => {
    const whole = readFileSync(path.join(folder, 'exif-original.jpg'));
    for (let length = 0; length < 300; length++) readJpegHeadDate(whole.subarray(0, length), now);
    expect(readJpegHeadDate(Buffer.from('no picture'), now)).toEqual({
      takenAt: null,
      takenOffsetMinutes: null,
    });
  });
});
