import { registerCustomer } from './parts/customer.ts';
import { startInstallation } from './parts/installation.ts';
import { BEFORE, prepareBefore, prepareNext } from './parts/releases.ts';
import { replace, whileCustomersCall } from './parts/rolling.ts';
import { EXPANDING, seedRows } from './parts/rows.ts';
import type { Stage } from './parts/stage.ts';

/**
 * Two nodes of the release before become nodes of this version, and these nodes of one to come that changes a large table, while a
 * customer goes on calling. In the middle of both, nodes of the earlier version restart.
 */
export async function drill(stage: Stage): Promise<void> {
  const before = await prepareBefore(stage);
  const next = await prepareNext(stage, EXPANDING);
  const installation = await startInstallation(stage);
  let nodes = [await installation.startNode({}, before), await installation.startNode({}, before)] as const;
  const mia = await registerCustomer(installation.url);
  await seedRows(stage, installation.database, mia.customerId);
  const cast = { stage, installation, mia };

  stage.say(`from ${BEFORE} to this version`);
  await whileCustomersCall(cast, async () => {
    const first = await replace(installation, nodes[0]);
    const second = await replace(installation, await replace(installation, nodes[1], before));
    nodes = [first, second];
  });
  stage.say('from this version to one that adds a column, an index and a rule to the photos');
  await whileCustomersCall(cast, async () => {
    const first = await replace(installation, nodes[0], next);
    const second = await replace(installation, await replace(installation, nodes[1]), next);
    nodes = [first, second];
  });
}
