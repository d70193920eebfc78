import { registerCustomer } from './parts/customer.ts';
import { startInstallation } from './parts/installation.ts';
import { startLoad } from './parts/load.ts';
import type { Stage } from './parts/stage.ts';

/** Restarts two nodes one after the other while a customer goes on calling. */
export async function drill(stage: Stage): Promise<void> {
  const installation = await startInstallation(stage);
  const nodes = [await installation.startNode(), await installation.startNode()];
  const mia = await registerCustomer(installation.url);
  stage.say('two nodes are up, and a customer is calling');
  const load = startLoad(() => mia.read('/photo-management/photos'));
  for (const [at, node] of nodes.entries()) {
    const code = await node.kill('SIGTERM');
    stage.prove(code === 0, `node ${at + 1} drained and ended with 0`);
    await node.start();
    await installation.untilUsed(node);
  }
  const { calls, failed, longestMs } = await load.stop();
  stage.prove(
    failed.length === 0,
    `none of ${calls} calls failed, the longest took ${Math.round(longestMs)} ms${failed.join(', ')}`,
  );
}
