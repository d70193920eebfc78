import { leaveDeletions, proveFinal, proveRestorable } from './parts/deletions.ts';
import { BEFORE } from './parts/releases.ts';
import { replace, startRolling, whileCustomersCall } from './parts/rolling.ts';
import type { Stage } from './parts/stage.ts';

/**
 * Two nodes of the release before become nodes of this version, and these nodes of one to come that changes a large table, while a
 * customer goes on calling. In the middle of both, nodes of the earlier version restart. What is deleted in between is final until
 * nodes of the release before are gone.
 */
export async function drill(stage: Stage): Promise<void> {
  const { before, next, cast, nodes: started } = await startRolling(stage, 'before');
  const { installation } = cast;
  let nodes = started;
  const ben = await leaveDeletions(cast);
  stage.say(`from ${BEFORE} to this version`);
  await whileCustomersCall(cast, async () => {
    const first = await replace(installation, nodes[0]);
    const second = await replace(installation, await replace(installation, nodes[1], before));
    nodes = [first, second];
  });
  await proveFinal(cast, ben);
  await proveRestorable(cast, before);
  stage.say('from this version to one that adds a column, an index and a rule to the photos');
  await whileCustomersCall(cast, async () => {
    const first = await replace(installation, nodes[0], next);
    const second = await replace(installation, await replace(installation, nodes[1]), next);
    nodes = [first, second];
  });
}
