import type { ArchiveEntry } from './archive-entry.ts';

/** An entry's content is not there, or not what its size says: the archive cannot be made. */
export class ArchiveSourceError extends Error {
  readonly entryName: string;

  constructor(entry: ArchiveEntry, reason: string, options?: ErrorOptions) {
    super(`The archive cannot have "${entry.name}" (${keyOf(entry)}): ${reason}`, options);
    this.name = 'ArchiveSourceError';
    this.entryName = entry.name;
  }
}

function keyOf({ source }: ArchiveEntry): string {
  return 'key' in source ? source.key : 'made in memory';
}
