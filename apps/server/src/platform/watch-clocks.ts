import type { Logger } from 'pino';
import { type Clock, MINUTE_MS, REPEAT_MS, startStopwatch } from './clock.ts';
import { type Database, readDatabaseTime } from './database/database.ts';

const INTERVAL_MS = 10_000;
/** Clocks that agree within this count as equal: schedules are by the minute. */
const TOLERANCE_MS = MINUTE_MS;
type Deps = {
  db: Database;
  machineClock: Clock;
  log: Logger;
};
type Reading = { elapsed: number; machine: number; database: number };

export type ClockWatch = {
  /** How far the machine's clock is ahead of the database's, in milliseconds. */
  offsetMs(): number;
  /** Whether the two disagree by more than a minute. */
  isWrong(): boolean;
  /** Reads both clocks; runs by itself every ten seconds. */
  check(): Promise<void>;
  /** Has this called from now on, once for each time that either clock was set back. */
  onSetBack(act: () => Promise<void>): void;
  stop(): Promise<void>;
};

/**
 * Compares the machine's clock with the database's, and both with the time that has really passed. What was scheduled while a clock was
 * ahead waits for that time to come, so somebody must know when it is set back.
 */
export function watchClocks({ db, machineClock, log }: Deps): ClockWatch {
  const elapsed = startStopwatch();
  let last: Reading | null = null;
  let offset = 0;
  const followers: (() => Promise<void>)[] = [];
  let loggedAt = Number.NEGATIVE_INFINITY;
  const isWrong = () => Math.abs(offset) > TOLERANCE_MS;

  async function check(): Promise<void> {
    const before = elapsed();
    const database = (await readDatabaseTime(db)).getTime();
    const now = { elapsed: elapsed(), machine: machineClock().getTime(), database };
    offset = now.machine - (database + (now.elapsed - before) / 2);
    if (isWrong() && now.elapsed - loggedAt >= REPEAT_MS) {
      loggedAt = now.elapsed;
      log.error({ seconds: Math.round(offset / 1_000) }, "this machine's clock and the database's disagree");
    }
    const [earlier, isFirst] = [last, last === null];
    last = now;
    if (isFirst || !earlier || !isSetBack(earlier, now)) return;
    log.error('a clock was set back: what was scheduled ahead of it is scheduled again');
    for (const act of followers) await act();
  }
  let checking = Promise.resolve();
  const checkQuietly = () => {
    checking = check().catch((err) => log.warn({ err }, 'the clocks could not be compared'));
  };
  checkQuietly();
  const timer = setInterval(checkQuietly, INTERVAL_MS);
  return {
    offsetMs: () => offset,
    isWrong,
    check,
    onSetBack: (act) => void followers.push(act),
    async stop() {
      clearInterval(timer);
      await checking;
    },
  };
}

/** Whether either clock went on by less than the time that passed. */
function isSetBack(earlier: Reading, now: Reading): boolean {
  const passed = now.elapsed - earlier.elapsed;
  const [machine, database] = [now.machine - earlier.machine, now.database - earlier.database];
  return machine < passed - TOLERANCE_MS || database < passed - TOLERANCE_MS;
}
