import { randomBytes } from 'node:crypto';

/** SOF0 of 4000 × 3000 pixels in three channels, and SOS: what a reader of the head looks for. */
const FRAME = Buffer.from('ffc00011080bb80fa003012200021101031101', 'hex');
const SCAN = Buffer.from('ffda000c03010002110311003f00', 'hex');
/** A table of quantisation that says how long it is. */
const TABLE = Buffer.from('ffd8ffdb003c', 'hex');
const VARIED = 58;
const HEAD_BYTES = TABLE.length + VARIED + FRAME.length + SCAN.length;

/** Makes files of this size that begin like a photo of 12 megapixels and differ in their first bytes, without the cost of one. */
export function photoBytesOf(bytes: number): () => Buffer[] {
  const tail = randomBytes(bytes - HEAD_BYTES);
  return () => [Buffer.concat([TABLE, randomBytes(VARIED), FRAME, SCAN]), tail];
}
