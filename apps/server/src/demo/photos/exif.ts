import type { Exif } from 'sharp';
import { cameras } from './camera.ts';
import type { DemoPhoto } from './demo-photo.ts';

/** EXIF's own way to write a wall time. */
export function toExifTime(wallTime: string): string {
  return wallTime.replaceAll('-', ':').replace('T', ' ');
}

/** The tags the camera wrote, or null for files that carry none. sharp calls the Exif directory IFD2. */
export function describeExif({ camera, takenAt, offset, dateIn }: DemoPhoto): Exif | null {
  if (!camera || !takenAt || dateIn !== 'exif') return null;
  const time = toExifTime(takenAt);
  const { make, model } = cameras[camera];
  return {
    IFD0: { Make: make, Model: model, DateTime: time },
    IFD2: {
      DateTimeOriginal: time,
      DateTimeDigitized: time,
      ...(offset && { OffsetTimeOriginal: offset }),
    },
  };
}
