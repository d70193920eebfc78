import type { Logger } from 'pino';
import type { DiskRoom, DiskState } from './disk-room.ts';

const WATCH_MS = 5_000;

type Options = { room: DiskRoom; dataDir: string; log: Logger };

/** Logs once each when uploads stop because the disk is full and when they resume; checks right away, too. */
export async function watchDisk({ room, dataDir, log }: Options): Promise<{ stop(): void }> {
  let wasFull = false;
  async function check() {
    const state = await room.state();
    if (state.isFull && !wasFull) log.error(state, describeFullDisk({ dataDir }, state));
    if (!state.isFull && wasFull) log.warn(state, 'the disk of the data folder has room: uploads go on');
    wasFull = state.isFull;
  }
  await check();
  const timer = setInterval(check, WATCH_MS).unref();
  return { stop: () => clearInterval(timer) };
}

/** One sentence for the operator. */
export function describeFullDisk(
  { dataDir }: { dataDir: string },
  { free, needed }: Pick<DiskState, 'free' | 'needed'>,
): string {
  const [left, wanted] =
    free.bytes < needed.bytes
      ? [`${toMegabytes(free.bytes)} MB free`, `${toMegabytes(needed.bytes)} MB`]
      : [`room for ${toCount(free.files)} more files`, `room for ${toCount(needed.files)}`];
  return (
    `The disk of ${dataDir} has ${left}, which the database needs: ` +
    `uploads are refused until it has ${wanted}. See "Full disk" in docs/operations/run.md.`
  );
}

const toCount = (count: number) => Math.max(0, Math.round(count)).toLocaleString('en-GB');
const toMegabytes = (bytes: number) => toCount(bytes / 1_000_000);
