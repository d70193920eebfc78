import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startStopwatch } from '../../../apps/server/src/platform/clock.ts';

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** Where a drill takes place: a scratch folder, what was started in it, and what has been proved so far. */
export async function openStage(name: string) {
  const folder = await mkdtemp(path.join(tmpdir(), `keepsake-drill-${name}-`));
  const started = new AsyncDisposableStack();
  const elapsed = startStopwatch();
  let proved = 0;
  const print = (word: string, sentence: string) =>
    console.log(`${(elapsed() / 1_000).toFixed(1).padStart(6)} s  ${word.padEnd(6)} ${sentence}`);
  started.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }));
  return {
    folder,
    /** Prints what happens now. */
    say: (sentence: string) => print('', sentence),
    /** Prints what is proved; throws if it is not true. */
    prove(isTrue: boolean, sentence: string): void {
      if (!isTrue) throw new Error(`Not proved: ${sentence}`);
      proved++;
      print('proved', sentence);
    },
    countProved: () => proved,
    /** Ends what was started, the last first. */
    onEnd: (end: () => Promise<unknown>) => started.defer(async () => void (await end())),
    close: () => started.disposeAsync(),
  };
}

/** Whether something becomes true within a limit. What throws is tried again. */
export async function within(limitMs: number, isTrue: () => boolean | Promise<boolean>): Promise<boolean> {
  const limit = AbortSignal.timeout(limitMs);
  while (!limit.aborted) {
    try {
      if (await isTrue()) return true;
    } catch {
      // A node that cannot be reached is asked again.
    }
    await pause(100);
  }
  return false;
}
