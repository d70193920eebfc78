/** Where a page begins, as a query has it: after the page before it, or at a place after a jump. */
export function placeQuery({ cursor, offset }: { cursor: string | null; offset: number }) {
  if (cursor) return { cursor };
  return offset > 0 ? { offset: String(offset) } : {};
}
