import { execFileSync } from 'node:child_process';
import { basename, join } from 'node:path';

/** The dates of a file as exiftool prints them, under its own group and tag names. */
export type ExiftoolDates = Record<string, string>;

const TAGS = [
  '-SubSecDateTimeOriginal',
  '-SubSecCreateDate',
  '-ExifIFD:DateTimeOriginal',
  '-ExifIFD:CreateDate',
  '-XMP-exif:DateTimeOriginal',
  '-XMP-photoshop:DateCreated',
  '-XMP-xmp:CreateDate',
];

/** Asks exiftool for the dates of some files, keyed by file name. Throws when it is not installed. */
export function readDatesWithExiftool(folder: string, names: string[]): Record<string, ExiftoolDates> {
  const files = names.map((name) => join(folder, name));
  const printed = execFileSync('exiftool', ['-j', '-G1', ...TAGS, ...files], { encoding: 'utf8' });
  const rows: { SourceFile: string; [tag: string]: string }[] = JSON.parse(printed);
  return Object.fromEntries(rows.map(({ SourceFile, ...dates }) => [basename(SourceFile), dates]));
}
