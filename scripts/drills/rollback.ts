import { proveWayBack } from './parts/deletions.ts';
import { BEFORE } from './parts/releases.ts';
import { replace, startRolling, whileCustomersCall } from './parts/rolling.ts';
import type { Stage } from './parts/stage.ts';

/**
 * Nodes of a version to come, which has changed the schema, go back to this version, and these to the release before, while a
 * customer goes on calling. Then the way up is taken once more, and the one back from where deleted photos can come back.
 */
export async function drill(stage: Stage): Promise<void> {
  const {
    before,
    next,
    cast,
    nodes: started,
  } = await startRolling(stage, 'next', {
    // What keeps the way back open (ADR 137).
    DELETED_DAYS: '0',
  });
  const { installation } = cast;
  let nodes = started;
  const steps = [
    ['from a version to come back to this one', undefined],
    [`from this version back to ${BEFORE}`, before],
    ['and up to the version to come, past this one', next],
  ] as const;
  for (const [what, checkout] of steps) {
    stage.say(what);
    await whileCustomersCall(cast, async () => {
      nodes = [
        await replace(installation, nodes[0], checkout),
        await replace(installation, nodes[1], checkout),
      ];
    });
  }
  stage.say(`back to ${BEFORE} once deleted photos can come back`);
  for (const node of nodes) await installation.retire(node);
  await proveWayBack(cast, before);
}
