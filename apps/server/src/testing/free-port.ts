import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port of this machine that nobody uses, outside the ephemeral range, so that no other connection takes it while what is to listen
 * there is down.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(12_000, 30_000);
  const probe = createServer().listen(port, '127.0.0.1');
  const isFree = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  probe.close();
  await once(probe, 'close');
  return port;
}
