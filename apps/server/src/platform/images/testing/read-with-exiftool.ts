import { execFileSync } from 'node:child_process';
import { basename, join } from 'node:path';

/** The dates of a file as exiftool prints them, under its own group and tag names. */
export type ExiftoolDates = Record<string, string>;

const DATES = [
  '-SubSecDateTimeOriginal',
  '-SubSecCreateDate',
  '-ExifIFD:DateTimeOriginal',
  '-ExifIFD:CreateDate',
  '-XMP-exif:DateTimeOriginal',
  '-XMP-photoshop:DateCreated',
  '-XMP-xmp:CreateDate',
];

/** What a file says about the camera, as exiftool reads it, in numbers. */
export type ExiftoolCamera = Partial<Record<(typeof CAMERA)[number], string | number>>;

const CAMERA = [
  'IFD0:Make',
  'IFD0:Model',
  'ExifIFD:LensModel',
  'ExifIFD:FocalLength',
  'ExifIFD:FNumber',
  'ExifIFD:ExposureTime',
  'ExifIFD:ISO',
  'ExifIFD:RecommendedExposureIndex',
] as const;

/** Reads the dates of some files with exiftool, by file name. Throws if it is not installed. */
export function readDatesWithExiftool(folder: string, names: string[]): Record<string, ExiftoolDates> {
  return ask(DATES, folder, names);
}

/** The same for their cameras. */
export function readCamerasWithExiftool(folder: string, names: string[]): Record<string, ExiftoolCamera> {
  return ask(['-n', ...CAMERA.map((tag) => `-${tag}`)], folder, names);
}

function ask(requested: readonly string[], folder: string, names: string[]) {
  const files = names.map((name) => join(folder, name));
  const printed = execFileSync('exiftool', ['-j', '-G1', ...requested, ...files], { encoding: 'utf8' });
  const rows: { SourceFile: string; [tag: string]: string }[] = JSON.parse(printed);
  return Object.fromEntries(rows.map(({ SourceFile, ...tags }) => [basename(SourceFile), tags]));
}
