import { readFile } from 'node:fs/promises';
import sharp, { type Exif, type Sharp } from 'sharp';
import { cameras, exposureAt } from './camera.ts';
import type { DemoPhoto, Picture } from './demo-photo.ts';
import { sourcePath } from './sources.ts';
import { toneOperation } from './tone.ts';

/** The date in the stored HEIC files; as long as any other, so that it can be overwritten in place. */
const bundledFileDate = '2001:01:01 01:01:01';

/** The rotation under which the upright picture is stored for an orientation. */
const storedTurn = { 1: 0, 3: 180, 6: 270, 8: 90 } as const;

/** The bytes of a planned photo: a file as camera, editor or scanner would have written it. */
export async function renderDemoPhoto(photo: DemoPhoto): Promise<Buffer> {
  const { picture, format } = photo;
  if ('bundledFile' in picture) return readBundledFile(picture.bundledFile, photo.takenAt);
  const stored = await turn(develop(picture), storedTurn[photo.orientation]);
  const encoded = format === 'png' ? stored.png({ compressionLevel: 6 }) : stored.jpeg({ quality: 85 });
  return describe(encoded, photo).toBuffer();
}

function develop({ source, framing, tone }: Exclude<Picture, { bundledFile: string }>): Sharp {
  const { left, top, cropWidth, cropHeight, width, height, isMirrored } = framing;
  const { matrix, offset } = toneOperation(tone);
  const coloured = sharp(sourcePath(source))
    .extract({ left, top, width: cropWidth, height: cropHeight })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .flop(isMirrored)
    .recomb(matrix);
  return offset === 0 ? coloured : coloured.linear(1, offset);
}

/** sharp rotates before it crops, so a rotated picture takes a detour through memory. */
async function turn(upright: Sharp, angle: number): Promise<Sharp> {
  if (angle === 0) return upright;
  const { data, info } = await upright.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } }).rotate(angle);
}

function describe(image: Sharp, photo: DemoPhoto): Sharp {
  const exif = describeExif(photo);
  if (!exif) return image;
  return image.withExif(exif).withMetadata({ orientation: photo.orientation });
}

/** The tags written by the camera, or null for files without any. sharp calls the Exif directory IFD2. */
function describeExif({ camera, takenAt, offset, dateIn }: DemoPhoto): Exif | null {
  if (!camera || !takenAt || dateIn !== 'exif') return null;
  const time = toExifTime(takenAt);
  const { make, model, lens } = cameras[camera];
  const { focalLength, fNumber, time: exposure, iso } = exposureAt(cameras[camera], takenAt);
  return {
    IFD0: { Make: make, Model: model, DateTime: time },
    IFD2: {
      DateTimeOriginal: time,
      DateTimeDigitized: time,
      LensModel: lens,
      ExposureTime: exposure,
      FNumber: toRational(fNumber),
      FocalLength: toRational(focalLength),
      ISOSpeedRatings: String(iso),
      ...(offset && { OffsetTimeOriginal: offset }),
    },
  };
}

/** A number as an EXIF rational, exact to a hundredth. */
const toRational = (value: number) => `${Math.round(value * 100)}/100`;

/** A wall time in EXIF format. */
function toExifTime(wallTime: string): string {
  return wallTime.replaceAll('-', ':').replace('T', ' ');
}

async function readBundledFile(name: string, takenAt: string | null): Promise<Buffer> {
  const bytes = await readFile(new URL(`./heic/${name}`, import.meta.url));
  if (!takenAt) return bytes;
  const date = Buffer.from(toExifTime(takenAt), 'latin1');
  for (let at = bytes.indexOf(bundledFileDate); at >= 0; at = bytes.indexOf(bundledFileDate, at))
    date.copy(bytes, at);
  return bytes;
}
