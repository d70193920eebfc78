const ID_BYTES = 16;

/** Owners of photos, 16 bytes each, as the wire has them: each once, and for every photo its place among them in two bytes. */
export function packOwners(column: Buffer): { ownerIds: string[]; owners: string } {
  const places = new Map<string, number>();
  const owners = Buffer.alloc((column.length / ID_BYTES) * 2);
  for (let start = 0; start < column.length; start += ID_BYTES) {
    const owner = column.toString('hex', start, start + ID_BYTES);
    const place = places.get(owner) ?? places.size;
    places.set(owner, place);
    owners.writeUInt16BE(place, (start / ID_BYTES) * 2);
  }
  return { ownerIds: [...places.keys()].map(idOf), owners: owners.toString('base64') };
}

const idOf = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
