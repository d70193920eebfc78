/** Inserts an EXIF block (TIFF) behind a JPEG's first marker. The segment's length allows 64 KB. */
export function addExif(jpeg: Uint8Array, tiff: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const marker = Buffer.from([0xff, 0xe1, 0, 0]);
  marker.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), marker, body, jpeg.subarray(2)]);
}
