/** Where a thumbnail of an original is kept, next to it. */
export function thumbnailKey(objectKey: string, size: number): string {
  return `${objectKey}.${size}.jpg`;
}
