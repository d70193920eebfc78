import ExifReader from 'exifreader';

const TEXTS = [
  'DateTimeOriginal',
  'SubSecTimeOriginal',
  'OffsetTimeOriginal',
  'DateTimeDigitized',
  'SubSecTimeDigitized',
  'OffsetTimeDigitized',
  'Make',
  'Model',
  'LensModel',
] as const;
const RATIONALS = ['ExposureTime', 'FNumber', 'FocalLength'] as const;
const INTEGERS = ['ISOSpeedRatings', 'RecommendedExposureIndex', 'Orientation'] as const;

type TextTag = (typeof TEXTS)[number];
type NumberTag = (typeof RATIONALS)[number] | (typeof INTEGERS)[number];

/** Tags as written, in whatever form the file's last program chose. */
export type ExifTags = Partial<Record<TextTag, string>> & Partial<Record<NumberTag, number>>;

const PREFIX = Buffer.from('Exif\0\0');

/**
 * The tags that we read, from the bytes of an EXIF block (TIFF, with or without the leading `Exif\0\0`). No others are decoded,
 * so locations, maker notes and comments can do no harm. Damage gives no tags, not an error.
 */
export function readExif(block: Uint8Array | undefined): ExifTags {
  if (!block) return {};
  const isPrefixed = PREFIX.equals(block.subarray(0, PREFIX.length));
  const found = loadTags(isPrefixed ? block.subarray(PREFIX.length) : block);
  return Object.fromEntries([
    ...TEXTS.map((tag) => [tag, toText(found[tag]?.value)]),
    ...RATIONALS.map((tag) => [tag, toQuotient(found[tag]?.value)]),
    ...INTEGERS.map((tag) => [tag, toInteger(found[tag]?.value)]),
  ]);
}

function loadTags(bytes: Uint8Array): { [tag: string]: { value?: unknown } } {
  const includeTags: ExifReader.IncludeTagsOptions = { exif: [...TEXTS, ...RATIONALS, ...INTEGERS] };
  try {
    const { exif = {} } = ExifReader.load(Buffer.from(bytes), { expanded: true, includeTags });
    return exif as { [tag: string]: { value?: unknown } };
  } catch {
    // A block that nobody can read says nothing of the photo.
    return {};
  }
}

/** What the library returns for a value that lies outside the block. */
const FAULTY = '<faulty value>';

/** EXIF text is a list of strings, which some cameras pad with NULs or spaces. */
function toText(value: unknown): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first !== FAULTY ? first.split('\0')[0]?.trim() : undefined;
}

/** A numerator and a denominator. */
function toQuotient(value: unknown): number | undefined {
  if (!Array.isArray(value)) return undefined;
  const [numerator, denominator] = value;
  return typeof numerator === 'number' && typeof denominator === 'number'
    ? numerator / denominator
    : undefined;
}

/** There may be several sensitivities; zeros are meaningless. */
function toInteger(value: unknown): number | undefined {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.find((each) => typeof each === 'number' && each > 0) as number | undefined;
}
