import type { ImageErrorCode } from '../image.ts';

/** What a decoder's message means for a photo: 'harmless' if every pixel is there and no viewer would mention it. */
export type Outcome = 'harmless' | ImageErrorCode;

/**
 * Every error and warning of libjpeg (jerror.h of mozjpeg), in its own words, where % stands for a number or a text. A new
 * release of libvips that can say more fails outcomes.test.ts.
 */
const LIBJPEG: Partial<Record<Outcome, readonly string[]>> = {
  /** Some phones, scanners and old editors write these; the pixels follow all the same. */
  harmless: [
    'Unknown Adobe color transform code %d',
    'Warning: unknown JFIF revision number %d.%02d',
    'Invalid SOS parameters for sequential JPEG',
    'Corrupt JPEG data: %u extraneous bytes before marker 0x%02x',
    'Inconsistent progression sequence for component %d coefficient %d',
  ],
  UNSUPPORTED_FORMAT: [
    'Unsupported JPEG data precision %d',
    'Unsupported JPEG process: SOF type 0x%02x',
    'Unsupported color conversion request',
    'Unsupported marker type 0x%02x',
    'Empty JPEG image (DNL not supported)',
    'CCIR601 sampling not implemented yet',
    'Fractional sampling not implemented yet',
    'Sampling factors too large for interleaved scan',
    'Too many color components: %d, max %d',
    'Requested feature was omitted at compile time',
    'Requested features are incompatible',
  ],
  TOO_LARGE: ['Maximum supported image dimension is %u pixels', 'Image too wide for this implementation'],
  TRUNCATED: [
    'Corrupt JPEG data: bad arithmetic code',
    'Corrupt JPEG data: premature end of data segment',
    'Corrupt JPEG data: bad Huffman code',
    'Corrupt JPEG data: found marker 0x%02x instead of RST%d',
    'Premature end of JPEG file',
    'Premature end of input file',
    'Bogus Huffman table definition',
    'Invalid progressive/lossless parameters Ss=%d Se=%d Ah=%d Al=%d',
    'Bogus marker length',
    'Bogus sampling factors',
    'Bogus DAC index %d',
    'Bogus DAC value 0x%x',
    'Bogus DHT index %d',
    'Bogus DQT index %d',
    'Component index %d: mismatching sampling ratio %d:%d, %d:%d, %c',
    'DCT coefficient (lossy) or spatial difference (lossless) out of range',
    'Huffman code size table overflow',
    'Missing Huffman code table entry',
    'Huffman table 0x%02x was not defined',
    'Arithmetic table 0x%02x was not defined',
    'Quantization table 0x%02x was not defined',
    'Invalid component ID %d in SOS',
    'Invalid JPEG file structure: two SOF markers',
    'Invalid JPEG file structure: missing SOS marker',
    'Invalid JPEG file structure: two SOI markers',
    'Invalid JPEG file structure: SOS before SOF',
    "Didn't expect more than one scan",
    'JPEG datastream contains no image',
  ],
  NOT_AN_IMAGE: ['Empty input file', 'Not a JPEG file: starts with 0x%02x 0x%02x'],
  /** The machine or our own calls are to blame, so that the photo is tried again. */
  DECODER_CRASHED: [
    'Bogus message code %d',
    'ALIGN_TYPE is wrong, please fix',
    'MAX_ALLOC_CHUNK is wrong, please fix',
    'Bogus buffer control mode',
    'Invalid crop request',
    'IDCT output block size %d not supported',
    'Bogus input colorspace',
    'Bogus JPEG colorspace',
    'Wrong JPEG library version: library is %d, caller expects %d',
    'Invalid memory pool code %d',
    'Invalid progressive/lossless parameters at scan script entry %d',
    'Invalid scan script at entry %d',
    'Improper call to JPEG library in state %d',
    'JPEG parameter struct mismatch: library thinks size is %u, caller expects %u',
    'Bogus virtual array access',
    'Buffer passed to JPEG library is too small',
    'Suspension not allowed here',
    'Read from EMS failed',
    'Write to EMS failed',
    'Input file read error',
    'Output file write error --- out of disk space?',
    'Cannot transcode due to multiple use of quantization table %d',
    'Scan script does not transmit all data',
    'Invalid color quantization mode change',
    'Memory limit exceeded',
    'Insufficient memory (case %d)',
    'Cannot quantize more than %d color components',
    'Cannot quantize to fewer than %d colors',
    'Cannot quantize to more than %d colors',
    'Failed to create temporary file %s',
    'Read failed on temporary file',
    'Seek failed on temporary file',
    'Write failed on temporary file --- out of disk space?',
    'Application transferred too few scanlines',
    'Application transferred too many scanlines',
    'Virtual array controller messed up',
    'Read from XMS failed',
    'Write to XMS failed',
  ],
};

/** Those of libvips itself and of libpng that do not mean damage; libpng keeps harmless oddities to itself. */
const OTHERS: Partial<Record<Outcome, readonly string[]>> = {
  UNSUPPORTED_FORMAT: [
    'unsupported color type',
    'unhandled critical chunk',
    'Unknown interlace method in IHDR',
  ],
  TOO_LARGE: [
    'Image width exceeds user limit in IHDR',
    'Image height exceeds user limit in IHDR',
    'Row has too many bytes to allocate in memory',
    'Input image exceeds pixel limit',
  ],
  TRUNCATED: ['premature end of JPEG image', 'libpng read error', 'Not enough image data', 'Read Error'],
  DECODER_CRASHED: ['internal error', 'out of memory', 'Insufficient memory'],
};

type Pattern = { outcome: Outcome; pattern: RegExp };

const toPatterns = (table: Partial<Record<Outcome, readonly string[]>>): Pattern[] =>
  Object.entries(table).flatMap(([outcome, messages]) =>
    messages.map((message) => ({ outcome: outcome as Outcome, pattern: toPattern(message) })),
  );

/** A printf format as a pattern. */
const toPattern = (format: string) =>
  new RegExp(
    format
      .split(/%\d*[duxcs]/)
      .map(RegExp.escape)
      .join('\\S+'),
  );

/** What is not harmless outranks what is: one message may list several warnings. */
const PATTERNS: readonly Pattern[] = [...toPatterns(LIBJPEG), ...toPatterns(OTHERS)].sort(
  (one, other) => Number(one.outcome === 'harmless') - Number(other.outcome === 'harmless'),
);

/** What a message of libvips, libjpeg or libpng means; null for one that is not in the tables. */
export function outcomeOf(message: string): Outcome | null {
  return PATTERNS.find(({ pattern }) => pattern.test(message))?.outcome ?? null;
}

/** heif_error_code of libheif's heif_error.h, all of them. */
const HEIF_CODES: Record<number, Outcome> = {
  0: 'harmless',
  1: 'DECODER_CRASHED', // no such file
  2: 'TRUNCATED', // invalid input
  3: 'UNSUPPORTED_FORMAT', // file type
  4: 'UNSUPPORTED_FORMAT', // feature
  5: 'DECODER_CRASHED', // our own call
  6: 'TOO_HEAVY', // no memory
  7: 'TRUNCATED', // the HEVC decoder
  8: 'DECODER_CRASHED', // encoder
  9: 'DECODER_CRASHED', // encoding
  10: 'harmless', // no colour profile of this kind
  11: 'DECODER_CRASHED', // plugin not loaded
  12: 'DECODER_CRASHED', // cancelled
  13: 'TRUNCATED', // end of a sequence
};

/** heif_suberror_code, where it says more than the code. */
const HEIF_SUBCODES: Record<number, Outcome> = {
  114: 'UNSUPPORTED_FORMAT', // no pictures but another kind of media
  /** Contradictory or unknown colour descriptions; the pixels are intact. */
  133: 'harmless',
  134: 'harmless',
  135: 'harmless',
  152: 'harmless',
  4000: 'UNSUPPORTED_FORMAT', // bit depth
  6003: 'UNSUPPORTED_FORMAT', // no decoder for this codec
};
/** A limit against attacks, which occurs with several codes: of pixels, or of boxes that no camera writes. */
const SECURITY_LIMIT = 1000;

export type HeifError = { code: number; subcode: number; message: string };

/** What an error or a warning of libheif means. */
export function outcomeOfHeif({ code, subcode, message }: HeifError): Outcome {
  if (subcode === SECURITY_LIMIT) return /image size/i.test(message) ? 'TOO_LARGE' : 'UNSUPPORTED_FORMAT';
  return HEIF_SUBCODES[subcode] ?? HEIF_CODES[code] ?? 'TRUNCATED';
}
