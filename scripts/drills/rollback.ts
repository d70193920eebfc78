import { registerCustomer } from './parts/customer.ts';
import { startInstallation } from './parts/installation.ts';
import { BEFORE, prepareBefore, prepareNext } from './parts/releases.ts';
import { replace, whileCustomersCall } from './parts/rolling.ts';
import { EXPANDING, seedRows } from './parts/rows.ts';
import type { Stage } from './parts/stage.ts';

/**
 * Nodes of a version to come, which has changed the schema, go back to this version, and these to the release before, while a
 * customer goes on calling. Then the way up is taken once more.
 */
export async function drill(stage: Stage): Promise<void> {
  const before = await prepareBefore(stage);
  const next = await prepareNext(stage, EXPANDING);
  const installation = await startInstallation(stage);
  let nodes = [await installation.startNode({}, next), await installation.startNode({}, next)] as const;
  const mia = await registerCustomer(installation.url);
  await seedRows(stage, installation.database, mia.customerId);
  const steps = [
    ['from a version to come back to this one', undefined],
    [`from this version back to ${BEFORE}`, before],
    ['and up to the version to come, past this one', next],
  ] as const;
  for (const [what, checkout] of steps) {
    stage.say(what);
    await whileCustomersCall({ stage, installation, mia }, async () => {
      nodes = [
        await replace(installation, nodes[0], checkout),
        await replace(installation, nodes[1], checkout),
      ];
    });
  }
}
