import { DAY_SECONDS } from '@keepsake/contracts/platform/limits';
import type { ExifTags } from './read-exif.ts';

/** What a photo was taken with according to its file; null where the file does not say. */
export type Camera = {
  make: string | null;
  model: string | null;
  lens: string | null;
  /** Actual focal length in millimetres, whatever the size of the sensor. */
  focalLength: number | null;
  fNumber: number | null;
  /** Seconds. */
  exposureTime: number | null;
  /** ISO speed. */
  iso: number | null;
};

/** Largest plausible values: telescopes, a day's exposure, the most sensitive sensors. */
export const CAMERA_LIMITS = {
  focalLength: 20_000,
  fNumber: 1_000,
  exposureTime: DAY_SECONDS,
  iso: 10_000_000,
};

/** This EXIF field is limited to 65,535; cameras then write the speed in another tag. */
const ISO_BEYOND = 65_535;

/** The camera described by EXIF tags; implausible values are left out. */
export function cameraOf(tags: ExifTags): Camera {
  const { ISOSpeedRatings, RecommendedExposureIndex } = tags;
  const iso = ISOSpeedRatings === ISO_BEYOND ? RecommendedExposureIndex : ISOSpeedRatings;
  return {
    make: cleanText(tags.Make),
    model: cleanText(tags.Model),
    lens: cleanText(tags.LensModel),
    focalLength: within(tags.FocalLength, CAMERA_LIMITS.focalLength),
    fNumber: within(tags.FNumber, CAMERA_LIMITS.fNumber),
    exposureTime: within(tags.ExposureTime, CAMERA_LIMITS.exposureTime),
    iso: within(iso, CAMERA_LIMITS.iso),
  };
}

const within = (value: number | undefined, most: number) =>
  value !== undefined && value > 0 && value <= most ? value : null;

/** Longest text kept from a file, in characters. */
const MAX_TEXT_LENGTH = 64;

/** Control, invisible, unassigned and replacement characters, lone surrogates, and characters that change the text direction. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFFD]/gu;
/** More combining marks on one letter than any language has would paint over the lines above and below. */
const MANY_MARKS = /(\p{M}{2})\p{M}+/gu;
const PLACEHOLDER = /^(unknown|none|n\/a|null|undefined)$/i;

/**
 * User-written text from a file, made safe to show: one line of at most MAX_TEXT_LENGTH characters. Null if nothing legible is
 * left.
 */
export function cleanText(text: string | undefined): string | null {
  const line = (text ?? '')
    .slice(0, 8 * MAX_TEXT_LENGTH)
    .replace(UNSEEN, ' ')
    .normalize('NFC')
    .replace(MANY_MARKS, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  const cleaned = [...line].slice(0, MAX_TEXT_LENGTH).join('').trim();
  return /[\p{L}\p{N}]/u.test(cleaned) && !PLACEHOLDER.test(cleaned) ? cleaned : null;
}
