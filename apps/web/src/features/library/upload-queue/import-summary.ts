import { hasProblem, type ImportItem, isPending } from './import-item.ts';

export type Summary = {
  /** All items without a problem. */
  total: number;
  pending: number;
  /** Items that are or will be saved: `total` without those the library already had or got back. */
  toSave: number;
  /** Added to the library by this import. */
  saved: number;
  known: number;
  /** Items that had been recently deleted and are back. */
  restored: number;
  /** Items in the library that cannot be displayed. */
  unshown: number;
  /** Those of `saved` that are marked for removal. */
  marked: number;
  problems: number;
  /** Items left unfinished by an earlier visit, and those of them that the browser can continue. */
  unfinished: number;
  resumable: number;
  /** Problems that a retry may fix. */
  failed: number;
  /** Those of `bytes` that no longer have to be sent. */
  sentBytes: number;
  bytes: number;
};

/** The import in numbers. */
export function summarize(items: readonly ImportItem[]): Summary {
  const counts = {
    total: 0,
    pending: 0,
    toSave: 0,
    saved: 0,
    known: 0,
    restored: 0,
    unshown: 0,
    marked: 0,
    problems: 0,
    unfinished: 0,
    resumable: 0,
    failed: 0,
  };
  const sum: Summary = { ...counts, sentBytes: 0, bytes: 0 };
  for (const item of items) {
    if (hasProblem(item)) {
      countProblem(sum, item);
      continue;
    }
    sum.total += 1;
    sum.bytes += item.bytes;
    sum.sentBytes += isPending(item) ? item.sent : item.bytes;
    if (isPending(item)) sum.pending += 1;
    else if (item.status === 'saved') sum.saved += 1;
    else sum[item.status === 'restored' ? 'restored' : 'known'] += 1;
    if (item.isMarked) sum.marked += 1;
    if (item.canBeShown === false) sum.unshown += 1;
  }
  sum.toSave = sum.pending + sum.saved;
  return sum;
}

function countProblem(sum: Summary, { unfinished, status }: ImportItem): void {
  if (unfinished) {
    sum.unfinished += 1;
    if (unfinished === 'kept') sum.resumable += 1;
    return;
  }
  sum.problems += 1;
  if (status === 'failed') sum.failed += 1;
}

/** Percent received; 100 is reserved for the server's confirmation. */
export function percentSent(sent: number, bytes: number): number {
  return Math.min(99, Math.floor((sent / Math.max(bytes, 1)) * 100));
}

/** Percent of the bytes; 100 only when nothing is pending. */
export function percentOf({ pending, sentBytes, bytes }: Summary): number {
  return pending === 0 ? 100 : percentSent(sentBytes, bytes);
}

/** What the library got: new photos, or else those that came back, or else only what it had. */
export function outcomeOf({ saved, restored, known }: Summary) {
  if (saved > 0) return { outcome: 'saved' as const, count: saved };
  if (restored > 0) return { outcome: 'restored' as const, count: restored };
  return { outcome: 'known' as const, count: known };
}
