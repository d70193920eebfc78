import ExifReader from 'exifreader';

/** Dates of a photo's IPTC block, day and time as one text. */
export type IptcDates = { created?: string; digitized?: string };

const DATES = {
  created: ['Date Created', 'Time Created'],
  digitized: ['Digital Creation Date', 'Digital Creation Time'],
} as const;
/** The longest segment of a JPEG, less the two bytes of its length. */
const MAX_SEGMENT_BYTES = 65_533;
const PHOTOSHOP = 'Photoshop 3.0\0';
/** How the resource with IPTC begins. */
const IPTC_RESOURCE = Buffer.from('8BIM\x04\x04', 'latin1');

/** Whether a segment APP13 contains IPTC: Photoshop writes several if it has much to say, and other programs write it too. */
export const hasIptc = (segment: Buffer): boolean => segment.includes(IPTC_RESOURCE);

/**
 * The dates of an IPTC block, as JPEGs have it in APP13, with or without Photoshop's heading. Damage gives no dates, not an error.
 */
export function readIptcDates(block: Uint8Array | undefined): IptcDates {
  if (!block) return {};
  const found = loadTags(block);
  const text = (name: string) => {
    const description = found[name]?.description;
    return typeof description === 'string' ? description.trim() : undefined;
  };
  return Object.fromEntries(
    Object.entries(DATES).flatMap(([name, [day, time]]) => {
      const written = text(day);
      return written ? [[name, [written, text(time)].filter(Boolean).join(' ')]] : [];
    }),
  );
}

function loadTags(block: Uint8Array): Record<string, { description?: unknown }> {
  const isHeaded = Buffer.from(block.subarray(0, PHOTOSHOP.length)).toString('latin1') === PHOTOSHOP;
  const content = Buffer.concat([Buffer.from(isHeaded ? '' : PHOTOSHOP, 'latin1'), block]);
  if (content.length > MAX_SEGMENT_BYTES) return {};
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xed, 0, 0]);
  head.writeUInt16BE(content.length + 2, 4);
  const jpeg = Buffer.concat([head, content, Buffer.from([0xff, 0xd9])]);
  try {
    const { iptc = {} } = ExifReader.load(jpeg, { expanded: true });
    return iptc as Record<string, { description?: unknown }>;
  } catch {
    // A block that nobody can read says nothing of the photo.
    return {};
  }
}
