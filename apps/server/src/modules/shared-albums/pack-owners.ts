/** Owners of photos as a column of the wire: each once, and for every photo its place among them in two bytes. */
export function packOwners(owners: readonly string[]): { ownerIds: string[]; owners: string } {
  const ownerIds = [...new Set(owners)];
  const places = new Map(ownerIds.map((ownerId, place) => [ownerId, place]));
  const column = Buffer.alloc(owners.length * 2);
  for (const [index, ownerId] of owners.entries()) column.writeUInt16BE(places.get(ownerId) ?? 0, index * 2);
  return { ownerIds, owners: column.toString('base64') };
}
