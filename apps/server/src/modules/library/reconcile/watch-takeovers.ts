import { acceptLineage, isUntold } from '../../../platform/objects/epochs.ts';
import { hasTakenOver, type Primary, readPrimary } from '../../../platform/objects/takeovers.ts';
import { resumePurges } from '../photos/index.ts';
import type { Deps } from './deps.ts';

/** What was acknowledged within it, a standby may lack unnoticed, if it was not the synchronous one. */
const LOOK_MS = 1_000;

type WatchDeps = Pick<Deps, 'db' | 'objects' | 'log'>;

/**
 * Notices within seconds that a standby took over which has everything, so that nothing needs to be compared (ADR 134). Only who saw
 * the former primary can tell; one such node suffices.
 */
export function watchTakeovers(deps: WatchDeps): { stop(): void } {
  let earlier: Primary | null = null;
  let isLooking = false;
  const lookAgain = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      earlier = await look(deps, earlier);
    } catch (error) {
      // While database or store are away, what was last seen stands.
      if (isUntold(error)) {
        clearInterval(timer);
        deps.log.info({ err: error }, 'the database does not tell whether a standby took over');
      } else deps.log.debug({ err: error }, 'the primary database cannot be asked');
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(lookAgain, LOOK_MS).unref();
  void lookAgain();
  return { stop: () => clearInterval(timer) };
}

async function look({ db, objects, log }: WatchDeps, earlier: Primary | null): Promise<Primary> {
  const primary = await readPrimary(db);
  if (earlier === null || !hasTakenOver(earlier, primary)) return primary;
  if (!(await acceptLineage({ db, objects }))) return primary;
  log.info({ from: earlier.lineage, to: primary.lineage }, 'a standby took over and lacks nothing');
  await resumePurges(db);
  return primary;
}
