import { acceptLineage, isUntold } from '../../../platform/objects/epochs.ts';
import { hasTakenOver, type Primary, readPrimary } from '../../../platform/objects/takeovers.ts';
import { resumePurges } from '../photos/index.ts';
import type { Deps } from './deps.ts';

/** What was acknowledged within it, a standby may lack unnoticed, if it was not the synchronous one. */
const ASK_MS = 1_000;

type WatchDeps = Pick<Deps, 'db' | 'objects' | 'log'>;

/**
 * Notices within seconds that a standby took over which has everything, so that nothing needs to be compared (ADR 134). Only who saw
 * the former primary can tell; one such node suffices.
 */
export function watchTakeovers(deps: WatchDeps): { stop(): void } {
  let earlier: Primary | null = null;
  let isAsking = false;
  const askAgain = async () => {
    if (isAsking) return;
    isAsking = true;
    try {
      earlier = await ask(deps, earlier);
    } catch (error) {
      // While database or store are away, what was last seen stands.
      if (isUntold(error)) {
        clearInterval(timer);
        deps.log.info({ err: error }, 'the database does not tell whether a standby took over');
      } else deps.log.debug({ err: error }, 'the primary database cannot be asked');
    } finally {
      isAsking = false;
    }
  };
  const timer = setInterval(askAgain, ASK_MS).unref();
  void askAgain();
  return { stop: () => clearInterval(timer) };
}

async function ask({ db, objects, log }: WatchDeps, earlier: Primary | null): Promise<Primary> {
  const primary = await readPrimary(db);
  if (earlier === null || !hasTakenOver(earlier, primary)) return primary;
  if (!(await acceptLineage({ db, objects }))) return primary;
  log.info({ from: earlier.lineage, to: primary.lineage }, 'a standby took over and lacks nothing');
  await resumePurges(db);
  return primary;
}
